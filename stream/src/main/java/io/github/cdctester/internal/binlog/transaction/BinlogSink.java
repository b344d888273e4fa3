// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.CommitTime;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.payload.PayloadSink;
import io.github.cdctester.internal.binlog.rows.RowSink;

/**
 * Receives the reader's reports as primitives, in the reader's thread. Events stay in flight until their transaction ends.
 * Totals change only then, so that a transaction that is read again after a reconnection is not counted twice.
 */
public interface BinlogSink extends RowSink, PayloadSink {

    long UNKNOWN_MICROS = CommitTime.UNKNOWN_MICROS;

    /** Reports a complete event of the log; {@code type} is its {@link EventKind}, 0 to 255. */
    void event(int type, long bytes);

    /** Reports that the transaction in flight contains a change logged as a statement. Its rows are not in the stream. */
    default void loggedAsStatement() {}

    /**
     * Reports the end of the transaction in flight. All times are in µs since the epoch on the tester's clock.
     *
     * @param commitMicros commit time on the server of the stream, or {@link #UNKNOWN_MICROS}
     * @param originalMicros commit time on the server where the transaction originated, if this is a different server;
     *     else {@link #UNKNOWN_MICROS}
     * @param firstArrivalMicros time when the first byte was read
     * @param arrivalMicros time when the last byte was read
     */
    void transactionEnd(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros);

    /**
     * Reports a complete transaction that arrived in one read. Equivalent to {@link #event} for each event, then {@link
     * #transactionEnd}. Its rows were reported before.
     *
     * @param types type codes of the events, in order; the array belongs to the caller
     * @param isRepeated whether types and lengths are the same as in the previous call for the same read
     * @param arrivalMicros time when the transaction was read, in µs since the epoch on the tester's clock
     */
    default void transaction(
            byte[] types,
            int[] lengths,
            int count,
            boolean isRepeated,
            long bytes,
            long commitMicros,
            long originalMicros,
            long arrivalMicros) {
        for (int i = 0; i < count; i++) {
            event(types[i] & 0xFF, lengths[i]);
        }
        transactionEnd(commitMicros, originalMicros, arrivalMicros, arrivalMicros);
    }

    /**
     * Reports the commit times of the next transaction that ends. Called only if delay sources are compared. All times
     * are in µs since the epoch on the tester's clock.
     *
     * @param timestampMicros the commit timestamp, or {@link #UNKNOWN_MICROS}
     * @param headerMicros time in the header of the last event, with a resolution of 1 s
     * @param arrivalMicros time when the last byte was read
     */
    default void commitTimes(long timestampMicros, long headerMicros, long arrivalMicros) {}

    /**
     * Reports the end of a heartbeat's transaction.
     *
     * @param sentMicros the time in the row, in µs since the epoch on the tester's clock
     * @param arrivalMicros when its last byte was read, in µs since the epoch
     */
    void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros);

    /** Reports that the connection broke. The events in flight are sent again, and are counted then. */
    void discardInFlight();

    /** Reports that the events in flight belong to no complete transaction: a rotation, or a transaction without an end. */
    void outsideTransaction();

    /** Reports the start of the measured part of the stream; nothing is in flight then. */
    void windowOpened(String file, long offset);

    /**
     * Reports the end of the events of one socket read.
     *
     * @param offset end of the last complete transaction or separate event
     * @param arrivalMicros time when the read returned, in µs since the epoch
     */
    void readEnd(String file, long offset, long arrivalMicros);
}
