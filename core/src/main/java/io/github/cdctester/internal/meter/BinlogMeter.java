// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.DelayRecorder;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import io.github.cdctester.internal.meter.duration.LargeTransactionRecorder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of one reader. One thread writes; any number of threads read. The writer never waits. It publishes
 * all counters after each socket read ({@link PublishedStream}), so that readers get a consistent state.
 */
public final class BinlogMeter implements BinlogSink, StreamMeter {

    private static final int BYTES = Metric.BYTES.slot();
    private static final int EVENTS = Metric.EVENTS.slot();
    private static final int TRANSACTIONS = Metric.TRANSACTIONS.slot();
    private static final int LARGE_COMMITS = Metric.LARGE_COMMITS.slot();
    private static final int HEARTBEATS = Metric.HEARTBEATS.slot();
    private static final int HEARTBEAT_EVENTS = Metric.HEARTBEAT_EVENTS.slot();
    private static final int HEARTBEAT_BYTES = Metric.HEARTBEAT_BYTES.slot();
    private static final int BYTES_READ = Metric.BYTES_READ.slot();
    private static final int UNKNOWN_COMMIT_TIMES = Metric.UNKNOWN_COMMIT_TIMES.slot();
    private static final int ROWS = Metric.ROWS.slot();
    private static final int UNKNOWN_ROW_EVENTS = Metric.UNKNOWN_ROW_EVENTS.slot();
    private static final int STATEMENT_TRANSACTIONS = Metric.STATEMENT_TRANSACTIONS.slot();

    private static final long LARGE_BYTES = 1_000_000;

    private final boolean usesHeartbeatDelays;
    private final DelayRecorder warmUpDelays = new DelayRecorder(Set.of());
    private final DelayRecorder windowDelays;
    private final boolean comparesSources;
    private final @Nullable LargeTransactionRecorder largeTransactions;

    /**
     * Set if the run writes and verifies its commits. Otherwise {@code null}, because the run's own transactions cannot be
     * identified.
     */
    private @Nullable OwnTransactions ownTransactions;

    private Consumer<long[]> ownershipCheck = values -> {};
    private final long[] values = new long[OwnTransactions.VALUE_COUNT];

    // confined to the writing thread
    private final long[] totals = new long[StreamCounts.SIZE];
    private final EventsInFlight inFlight = new EventsInFlight();
    private final EqualTransactions equalTransactions = new EqualTransactions();
    private long bytesInFlight;
    private long unknownRowEventsInFlight;
    private boolean hasStatementInFlight;

    /** True if rows, or events with uncountable rows, are in flight. */
    private boolean hasRowsInFlight;

    private final RowTally rowTally = new RowTally(MAX_TABLES);
    private final PayloadTally payloads = new PayloadTally();
    private long lastTransactionMicros;
    private long lastHeartbeat = -1;
    private long @Nullable [] windowTotals;
    private @Nullable LogPosition windowFrom;

    private final PublishedStream publishedStream = new PublishedStream();

    public BinlogMeter(DelaySource delaySource) {
        this(delaySource, Set.of(), 0);
    }

    /**
     * Creates a meter that also compares delay sources, and measures the effect of large transactions on other transactions.
     *
     * @param comparedSources sources whose delays in the measured part are compared; empty for none
     * @param largeFromBytes minimum size in bytes of a large transaction, whose effect on other transactions is measured; 0 for
     *     no measurement
     */
    public BinlogMeter(DelaySource delaySource, Set<DelaySource> comparedSources, long largeFromBytes) {
        usesHeartbeatDelays = delaySource == DelaySource.HEARTBEAT;
        windowDelays = new DelayRecorder(comparedSources);
        comparesSources = !comparedSources.isEmpty();
        largeTransactions =
                largeFromBytes == 0 ? null : new LargeTransactionRecorder(largeFromBytes, usesHeartbeatDelays);
    }

    /**
     * Counts the run's own transactions separately. Must be called before the first transaction.
     *
     * @param ownTotals totals of the run's own transactions
     * @param valueReceiver receives the values of each transaction, after the {@code TransactionWatch} was notified of its end.
     *     Must pass the values of own transactions to {@code ownTotals}. The meter reuses the array.
     */
    public void trackOwn(OwnTransactions ownTotals, Consumer<long[]> valueReceiver) {
        ownTransactions = ownTotals;
        ownershipCheck = valueReceiver;
    }

    @Override
    public void event(int type, long bytes) {
        totals[StreamCounts.KINDS_INDEX + type]++;
        inFlight.add(type);
        bytesInFlight += bytes;
    }

    @Override
    public void onRows(String table, RowKind kind, long rows) {
        hasRowsInFlight = true;
        rowTally.add(table, kind, rows);
    }

    @Override
    public void onUnknownRows(int type, long bytes) {
        hasRowsInFlight = true;
        unknownRowEventsInFlight++;
    }

    @Override
    public void onPayload(long wireBytes, long inflatedBytes) {
        payloads.payload(wireBytes, inflatedBytes);
    }

    @Override
    public void loggedAsStatement() {
        hasStatementInFlight = true;
    }

    @Override
    public void onInnerEvent(int type) {
        payloads.innerEvent(type);
    }

    @Override
    public void discardInFlight() {
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

    @Override
    public void transactionEnd(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros) {
        long bytes = bytesInFlight;
        long events = inFlight.count();
        settle();
        recordTransaction(bytes, events, commitMicros, originalMicros, firstArrivalMicros, arrivalMicros);
    }

    @Override
    public void transaction(
            byte[] types,
            int[] lengths,
            int count,
            boolean isRepeated,
            long bytes,
            long commitMicros,
            long originalMicros,
            long arrivalMicros) {
        if (!isRepeated) {
            equalTransactions.settle(totals);
            equalTransactions.begin(types, count, bytes);
        }
        equalTransactions.add();
        settleRows();
        recordTransaction(bytes, count, commitMicros, originalMicros, arrivalMicros, arrivalMicros);
    }

    private void recordTransaction(
            long bytes,
            long events,
            long commitMicros,
            long originalMicros,
            long firstArrivalMicros,
            long arrivalMicros) {
        totals[TRANSACTIONS]++;
        if (bytes > LARGE_BYTES) {
            totals[LARGE_COMMITS]++;
        }
        lastTransactionMicros = arrivalMicros;
        if (largeTransactions != null) {
            largeTransactions.transaction(bytes, commitMicros, firstArrivalMicros, arrivalMicros, windowTotals != null);
        }
        if (!usesHeartbeatDelays) {
            if (commitMicros == UNKNOWN_MICROS) {
                totals[UNKNOWN_COMMIT_TIMES]++;
            } else {
                delays().record(commitMicros, originalMicros, firstArrivalMicros, arrivalMicros);
            }
        }
        if (ownTransactions != null) {
            values[OwnTransactions.BYTES] = bytes;
            values[OwnTransactions.EVENTS] = events;
            values[OwnTransactions.COMMIT] = commitMicros;
            values[OwnTransactions.ORIGINAL] = originalMicros;
            values[OwnTransactions.FIRST_ARRIVAL] = firstArrivalMicros;
            values[OwnTransactions.ARRIVAL] = arrivalMicros;
            ownershipCheck.accept(values);
        }
    }

    @Override
    public void commitTimes(long timestampMicros, long headerMicros, long arrivalMicros) {
        values[OwnTransactions.TIMESTAMP] = timestampMicros;
        values[OwnTransactions.HEADER] = headerMicros;
        if (comparesSources && windowTotals != null) {
            windowDelays.record(DelaySource.COMMIT_TIMESTAMP, timestampMicros, arrivalMicros);
            windowDelays.record(DelaySource.EVENT_HEADER, headerMicros, arrivalMicros);
        }
    }

    @Override
    public void heartbeatEnd(long number, long sentMicros, long arrivalMicros) {
        totals[HEARTBEAT_EVENTS] += inFlight.count();
        totals[HEARTBEAT_BYTES] += bytesInFlight;
        totals[HEARTBEATS]++;
        totals[TRANSACTIONS]++;
        settle();
        lastHeartbeat = number;
        if (usesHeartbeatDelays) {
            delays().record(sentMicros, UNKNOWN_MICROS, arrivalMicros, arrivalMicros);
        }
        if (comparesSources && windowTotals != null) {
            windowDelays.record(DelaySource.HEARTBEAT, sentMicros, arrivalMicros);
        }
        if (ownTransactions != null && windowTotals != null) {
            ownTransactions.heartbeat(sentMicros, arrivalMicros);
        }
        if (largeTransactions != null && windowTotals != null) {
            largeTransactions.heartbeat(sentMicros, arrivalMicros);
        }
    }

    @Override
    public void outsideTransaction() {
        settle();
    }

    @Override
    public void windowOpened(String file, long offset) {
        equalTransactions.settle(totals);
        windowTotals = totals.clone();
        subtractInFlight(windowTotals);
        rowTally.openWindow();
        payloads.openWindow();
        windowFrom = new LogPosition(file, offset);
    }

    @Override
    public void readEnd(String file, long offset, long arrivalMicros) {
        warmUpDelays.flush();
        windowDelays.flush();
        if (largeTransactions != null) {
            largeTransactions.flush();
        }
        equalTransactions.settle(totals);
        long[] publishedTotals = publishedStream.beginWrite();
        System.arraycopy(totals, 0, publishedTotals, 0, totals.length);
        subtractInFlight(publishedTotals);
        publishedStream.endWrite(file, offset, lastTransactionMicros, lastHeartbeat, windowTotals, windowFrom);
    }

    @Override
    public StreamSnapshot snapshot() {
        return ownTransactions == null ? publishedStream.snapshot() : ownTransactions.addTo(publishedStream.snapshot());
    }

    @Override
    public Map<String, Map<RowKind, Long>> windowRows() {
        return rowTally.rowsSinceWindow();
    }

    @Override
    public PayloadCounts windowPayloads() {
        return payloads.countsSinceWindow();
    }

    @Override
    public DelayParts takeWarmUpDelays() {
        return warmUpDelays.take();
    }

    @Override
    public DelayParts takeWindowDelays() {
        return windowDelays.take();
    }

    @Override
    public DelayParts takeOwnDelays() {
        return ownTransactions == null ? DelayParts.NOTHING : ownTransactions.takeDelays();
    }

    @Override
    public Optional<LargeTransactionEffect> takeLargeTransactions() {
        return largeTransactions == null ? Optional.empty() : Optional.of(largeTransactions.take());
    }

    @Override
    public void endLargeTransactions() {
        if (largeTransactions != null) {
            largeTransactions.end();
        }
    }

    private DelayRecorder delays() {
        return windowTotals == null ? warmUpDelays : windowDelays;
    }

    /**
     * Corrects counts for readers. Counts by kind include the events in flight, which are subtracted here; their bytes
     * are added to the bytes read.
     */
    private void subtractInFlight(long[] counts) {
        inFlight.subtractFrom(counts, StreamCounts.KINDS_INDEX);
        counts[BYTES_READ] += bytesInFlight;
    }

    private void settle() {
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

    /** Consecutive transactions with the same event types and the same size; added to the totals together. */
    private static final class EqualTransactions {

        private byte[] eventTypes = new byte[64];
        private int events;
        private long bytes;
        private long transactions;

        /** Starts a sequence of equal transactions. The previous sequence must be settled. */
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

        /** Adds the transactions of the sequence to the totals. */
        void settle(long[] totals) {
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
