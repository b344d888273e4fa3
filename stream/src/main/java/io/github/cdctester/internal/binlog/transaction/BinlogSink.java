// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.CommitTime;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.payload.PayloadSink;
import io.github.cdctester.internal.binlog.rows.RowSink;

/**
 * Receives the reader's reports, in the reader's thread. Totals change only when a transaction ends, so that a transaction that is
 * read again is not counted twice.
 */
public interface BinlogSink extends RowSink, PayloadSink {

    long UNKNOWN_MICROS = CommitTime.UNKNOWN_MICROS;

    /** {@code type} is an {@link EventKind}, 0 to 255. */
    void event(int type, long bytes);

    /** The transaction in flight contains a change logged as a statement, whose rows are not in the stream. */
    default void loggedAsStatement() {}

    /**
     * All times are in µs since the epoch on the tester's clock.
     *
     * @param commitMicros commit time on the server of the stream, or {@link #UNKNOWN_MICROS}
     * @param originalMicros commit time on another server where the transaction originated; else {@link #UNKNOWN_MICROS}
     * @param firstArrivalMicros time when the first byte was read
     * @param arrivalMicros time when the last byte was read
     */
    void transactionEnd(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros);

    /**
     * Equivalent to {@link #event} for each event, then {@link #transactionEnd}, for a transaction that arrived in one read. Its
     * rows were reported before.
     *
     * @param types type codes of the events, in order; the array belongs to the caller
     * @param isRepeated whether types and lengths are the same as in the previous call for the same read
     * @param arrivalMicros in µs since the epoch on the tester's clock
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
     * Called for the next transaction that ends, if delay sources are compared. All times are in µs since the epoch on the tester's
     * clock.
     *
     * @param timestampMicros the commit timestamp, or {@link #UNKNOWN_MICROS}
     * @param headerMicros time in the header of the last event, with a resolution of 1 s
     * @param arrivalMicros time when the last byte was read
     */
    default void commitTimes(long timestampMicros, long headerMicros, long arrivalMicros) {}

    /**
     * Times are in µs since the epoch on the tester's clock: {@code sentMicros} is in the row, {@code arrivalMicros} is when the
     * last byte was read.
     */
    void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros);

    /** The connection broke. The events in flight are sent again, and are counted then. */
    void discardInFlight();

    /** The events in flight belong to no complete transaction: a rotation, or a transaction without an end. */
    void outsideTransaction();

    /** Called at the start of the measured part; nothing is in flight then. */
    void windowOpened(String file, long offset);

    /**
     * @param offset end of the last complete transaction or separate event
     * @param arrivalMicros time when the read returned, in µs since the epoch
     */
    void readEnd(String file, long offset, long arrivalMicros);
}
