// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import java.util.Arrays;

/**
 * Counts the events, transactions, rows and payloads of one stream. Except by event type, the transaction in flight is counted
 * separately until it ends. Used only by the writing thread.
 */
final class StreamTally {

    private static final int BYTES = Metric.BYTES.slot();
    private static final int EVENTS = Metric.EVENTS.slot();
    private static final int TRANSACTIONS = Metric.TRANSACTIONS.slot();
    private static final int LARGE_COMMITS = Metric.LARGE_COMMITS.slot();
    private static final int HEARTBEATS = Metric.HEARTBEATS.slot();
    private static final int HEARTBEAT_EVENTS = Metric.HEARTBEAT_EVENTS.slot();
    private static final int HEARTBEAT_BYTES = Metric.HEARTBEAT_BYTES.slot();
    private static final int HEARTBEAT_ROWS = Metric.HEARTBEAT_ROWS.slot();
    private static final int BYTES_READ = Metric.BYTES_READ.slot();
    private static final int UNKNOWN_COMMIT_TIMES = Metric.UNKNOWN_COMMIT_TIMES.slot();
    private static final int ROWS = Metric.ROWS.slot();
    private static final int UNKNOWN_ROW_EVENTS = Metric.UNKNOWN_ROW_EVENTS.slot();
    private static final int STATEMENT_TRANSACTIONS = Metric.STATEMENT_TRANSACTIONS.slot();

    private static final long LARGE_BYTES = 1_000_000;

    /** By slot. Only the counts by event type include the transaction in flight. */
    private final long[] totals = new long[StreamCounts.SIZE];

    private final EventsInFlight inFlight = new EventsInFlight();
    private final EqualTransactions equalTransactions = new EqualTransactions();
    private long bytesInFlight;
    private long unknownRowEventsInFlight;
    private boolean hasStatementInFlight;

    /** True if rows, or events with uncountable rows, are in flight. */
    private boolean hasRowsInFlight;

    private final RowTally rowTally = new RowTally(StreamMeter.MAX_TABLES);
    private final PayloadTally payloads = new PayloadTally();

    void event(int type, long bytes) {
        totals[StreamCounts.KINDS_INDEX + type]++;
        inFlight.add(type);
        bytesInFlight += bytes;
    }

    void rows(String table, RowKind kind, long count) {
        hasRowsInFlight = true;
        rowTally.add(table, kind, count);
    }

    void unknownRows() {
        hasRowsInFlight = true;
        unknownRowEventsInFlight++;
    }

    void loggedAsStatement() {
        hasStatementInFlight = true;
    }

    RowTally rowTally() {
        return rowTally;
    }

    PayloadTally payloads() {
        return payloads;
    }

    long bytesInFlight() {
        return bytesInFlight;
    }

    long eventsInFlight() {
        return inFlight.count();
    }

    void discardInFlight() {
        totals[BYTES_READ] += bytesInFlight;
        bytesInFlight = 0;
        inFlight.subtractFrom(totals, StreamCounts.KINDS_INDEX);
        inFlight.clear();
        hasRowsInFlight = false;
        unknownRowEventsInFlight = 0;
        hasStatementInFlight = false;
        rowTally.discard();
        payloads.discard();
    }

    void settle() {
        totals[BYTES] += bytesInFlight;
        totals[BYTES_READ] += bytesInFlight;
        totals[EVENTS] += inFlight.count();
        bytesInFlight = 0;
        inFlight.clear();
        settleRows();
        if (hasStatementInFlight) {
            totals[STATEMENT_TRANSACTIONS]++;
            hasStatementInFlight = false;
        }
        if (payloads.hasTransactionInFlight()) {
            payloads.settle();
        }
    }

    private void settleRows() {
        if (hasRowsInFlight) {
            totals[ROWS] += rowTally.settle();
            totals[UNKNOWN_ROW_EVENTS] += unknownRowEventsInFlight;
            unknownRowEventsInFlight = 0;
            hasRowsInFlight = false;
        }
    }

    /** For a transaction that arrived in one read. Its rows were added before. */
    void settleComplete(byte[] types, int count, boolean isRepeated, long bytes) {
        if (!isRepeated) {
            equalTransactions.settle();
            equalTransactions.begin(types, count, bytes);
        }
        equalTransactions.add();
        settleRows();
    }

    void transaction(long bytes) {
        totals[TRANSACTIONS]++;
        if (bytes > LARGE_BYTES) {
            totals[LARGE_COMMITS]++;
        }
    }

    void unknownCommitTime() {
        totals[UNKNOWN_COMMIT_TIMES]++;
    }

    void heartbeat() {
        totals[HEARTBEAT_EVENTS] += inFlight.count();
        totals[HEARTBEAT_BYTES] += bytesInFlight;
        totals[HEARTBEATS]++;
        totals[TRANSACTIONS]++;
        long rowsBefore = totals[ROWS];
        settle();
        totals[HEARTBEAT_ROWS] += totals[ROWS] - rowsBefore;
    }

    long[] openWindow() {
        rowTally.openWindow();
        payloads.openWindow();
        long[] windowTotals = new long[StreamCounts.SIZE];
        copyTo(windowTotals);
        return windowTotals;
    }

    /** The copy includes events in flight only in the bytes read. */
    void copyTo(long[] copy) {
        equalTransactions.settle();
        System.arraycopy(totals, 0, copy, 0, totals.length);
        inFlight.subtractFrom(copy, StreamCounts.KINDS_INDEX);
        copy[BYTES_READ] += bytesInFlight;
    }

    /** Consecutive transactions with the same event types and size, which are added to the totals together. */
    private final class EqualTransactions {
        private byte[] eventTypes = new byte[64];
        private int events;
        private long bytes;
        private long transactions;

        /** The previous sequence must be settled. */
        void begin(byte[] types, int count, long bytesEach) {
            if (count > eventTypes.length) {
                eventTypes = Arrays.copyOf(types, count);
            } else {
                System.arraycopy(types, 0, eventTypes, 0, count);
            }
            events = count;
            bytes = bytesEach;
        }

        void add() {
            transactions++;
        }

        void settle() {
            if (transactions == 0) {
                return;
            }
            for (int i = 0; i < events; i++) {
                totals[StreamCounts.KINDS_INDEX + (eventTypes[i] & 0xFF)] += transactions;
            }
            totals[BYTES] += transactions * bytes;
            totals[BYTES_READ] += transactions * bytes;
            totals[EVENTS] += transactions * events;
            transactions = 0;
        }
    }
}
