// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.CommitTime;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.payload.PayloadSink;
import io.github.cdctester.internal.binlog.rows.RowSink;

/**
 * The reader's reports, in primitives and inside its own thread. Events stay in flight until their transaction ends:
 * only then may totals move, so that a transaction that is read again is not counted twice.
 */
public interface BinlogSink extends RowSink, PayloadSink {

    long UNKNOWN_MICROS = CommitTime.UNKNOWN_MICROS;

    /** An event of the log, with its {@link EventKind} from 0 to 255, has arrived whole. */
    void event(int type, long bytes);

    /** The transaction in flight has a change that was logged as a statement, so that its rows are not in the stream. */
    default void loggedAsStatement() {}

    /**
     * The transaction that the events in flight belong to has ended.
     *
     * @param commitMicros its commit time at the server of the stream, or {@link #UNKNOWN_MICROS}
     * @param originalMicros its commit time at the server where it was first made, if that is another one; else
     *     {@link #UNKNOWN_MICROS}
     * @param firstArrivalMicros when its first byte was read
     * @param arrivalMicros when its last byte was read; all in µs since the epoch on the tester's clock
     */
    void transactionEnd(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros);

    /**
     * Reports a transaction that arrived in one read, with only its rows in flight: equal to its events and its end.
     *
     * @param types the events' type codes, in their order; the array belongs to the caller
     * @param repeated whether the kinds and lengths equal the previous call's in the same read
     * @param arrivalMicros when it was read, in µs since the epoch on the tester's clock
     */
    default void transaction(
            byte[] types,
            int[] lengths,
            int count,
            boolean repeated,
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
     * Reports the commit times of the transaction that ends with the next {@link #transactionEnd}. Called only if delay sources are
     * compared.
     *
     * @param timestampMicros its commit timestamp, or {@link #UNKNOWN_MICROS}
     * @param headerMicros the second in the header of its last event
     * @param arrivalMicros when its last byte was read; all in µs since the epoch on the tester's clock
     */
    default void commitTimes(long timestampMicros, long headerMicros, long arrivalMicros) {}

    /**
     * A heartbeat row's transaction has ended.
     *
     * @param sentMicros the time in the row, in µs since the epoch on the tester's clock
     * @param arrivalMicros when its last byte was read, in µs since the epoch
     */
    void heartbeatEnd(long sequence, long sentMicros, long arrivalMicros);

    /** The connection broke: the events in flight will come again, and count then. */
    void discardInFlight();

    /** The events in flight belong to no transaction (a rotation, a format description). */
    void outsideTransaction();

    /** The measured part of the stream begins; nothing is in flight. */
    void windowOpened(String file, long offset);

    /**
     * Reports the end of the events of one socket read.
     *
     * @param offset the offset in it up to which everything is complete
     * @param arrivalMicros when the read returned, in µs since the epoch
     */
    void readEnd(String file, long offset, long arrivalMicros);
}
