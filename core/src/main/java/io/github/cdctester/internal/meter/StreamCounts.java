// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.event.EventKind;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counters of a stream at one moment, or the difference of two moments. Everything that was written to the log counts,
 * the tester's own heartbeats too; their share can be told apart.
 */
public final class StreamCounts {

    static final int BYTES = 0;
    static final int EVENTS = 1;
    static final int TRANSACTIONS = 2;
    static final int HEARTBEAT_TRANSACTIONS = 3;
    static final int HEARTBEAT_EVENTS = 4;
    static final int HEARTBEAT_BYTES = 5;
    static final int BYTES_READ = 6;
    static final int UNKNOWN_COMMIT_TIMES = 7;
    static final int ROWS = 8;
    static final int UNKNOWN_ROW_EVENTS = 9;
    static final int KINDS = 10;
    static final int SIZE = KINDS + EventKind.COUNT;

    /** Nothing. */
    public static final StreamCounts ZERO = new StreamCounts(new long[SIZE]);

    private final long[] values;

    /** Takes over the array: the caller must not change it any more. */
    StreamCounts(long[] values) {
        this.values = values;
    }

    /**
     * Reads what {@link #values()} told.
     *
     * @throws IllegalArgumentException if they are those of another version
     */
    public static StreamCounts of(long[] values) {
        if (values.length != SIZE) {
            throw new IllegalArgumentException(values.length + " counters of a stream, which has " + SIZE);
        }
        return new StreamCounts(values.clone());
    }

    /**
     * Tells all counters, for another machine with the same version.
     *
     * @return a copy
     */
    public long[] values() {
        return values.clone();
    }

    /** Subtracts an earlier moment. */
    public StreamCounts minus(StreamCounts earlier) {
        return combine(earlier, -1);
    }

    /** Adds another stream, or another stretch of this one. */
    public StreamCounts plus(StreamCounts other) {
        return combine(other, 1);
    }

    private StreamCounts combine(StreamCounts other, int sign) {
        long[] combined = values.clone();
        for (int i = 0; i < SIZE; i++) {
            combined[i] += sign * other.values[i];
        }
        return new StreamCounts(combined);
    }

    /**
     * Sums event lengths: header, body and checksum.
     *
     * @return bytes of complete transactions, of those that will never have an end, and of events outside of transactions
     */
    public long bytes() {
        return values[BYTES];
    }

    /**
     * Counts events.
     *
     * @return events of complete transactions, of those that will never have an end, and events outside of transactions
     */
    public long events() {
        return values[EVENTS];
    }

    /** Counts transactions. */
    public long transactions() {
        return values[TRANSACTIONS];
    }

    /**
     * Counts the tester's own heartbeat transactions.
     *
     * @return transactions, a part of {@link #transactions()}
     */
    public long heartbeatTransactions() {
        return values[HEARTBEAT_TRANSACTIONS];
    }

    /** Counts the events of heartbeats. */
    public long heartbeatEvents() {
        return values[HEARTBEAT_EVENTS];
    }

    /**
     * Sums the bytes of heartbeats.
     *
     * @return bytes, a part of {@link #bytes()}
     */
    public long heartbeatBytes() {
        return values[HEARTBEAT_BYTES];
    }

    /**
     * Sums the bytes of events that have arrived, also those of a transaction that has not ended: what shows that a stream
     * moves.
     *
     * @return bytes of the log read
     */
    public long bytesRead() {
        return values[BYTES_READ];
    }

    /**
     * Counts transactions whose commit time the server did not tell, although it was to be the source of delays.
     *
     * @return transactions that are missing from the delays
     */
    public long unknownCommitTimes() {
        return values[UNKNOWN_COMMIT_TIMES];
    }

    /**
     * Counts changed rows, where rows are counted.
     *
     * @return rows inserted, updated or deleted, in the same events that {@link #events()} counts
     */
    public long rows() {
        return values[ROWS];
    }

    /** Counts events whose rows could not be counted: a table that was not announced, or a column of an unknown type. */
    public long unknownRowEvents() {
        return values[UNKNOWN_ROW_EVENTS];
    }

    /** Counts events by kind. */
    public Map<String, Long> eventsByKind() {
        Map<String, Long> kinds = new TreeMap<>();
        for (int type = 0; type < EventKind.COUNT; type++) {
            if (values[KINDS + type] != 0) {
                kinds.put(EventKind.name(type), values[KINDS + type]);
            }
        }
        return kinds;
    }
}
