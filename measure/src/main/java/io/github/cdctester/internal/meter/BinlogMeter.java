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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of one reader. One thread writes; any number of threads read. The writer publishes all counters after each
 * socket read, so that readers get a consistent state.
 */
public final class BinlogMeter implements BinlogSink, StreamMeter {

    private final boolean usesHeartbeatDelays;
    private final DelayRecorder warmUpDelays = new DelayRecorder(Set.of());
    private final DelayRecorder windowDelays;
    private final boolean comparesSources;
    private final @Nullable LargeTransactionRecorder largeTransactions;

    /** {@code null} if the run's own transactions cannot be identified. */
    private @Nullable OwnTransactions ownTransactions;

    private Consumer<long[]> valueReceiver = values -> {};
    private final long[] values = new long[OwnTransactions.VALUE_COUNT];

    // confined to the writing thread
    private final StreamTally tally = new StreamTally();
    private long lastTransactionMicros;
    private long lastHeartbeat = -1;
    private long @Nullable [] windowTotals;
    private @Nullable LogPosition windowFrom;

    private final PublishedStream publishedStream = new PublishedStream();

    public BinlogMeter(DelaySource delaySource) {
        this(delaySource, Set.of(), 0);
    }

    /** {@code comparedSources} may be empty. {@code minLargeTransactionBytes} is 0 if the effect is not measured. */
    public BinlogMeter(DelaySource delaySource, Set<DelaySource> comparedSources, long minLargeTransactionBytes) {
        usesHeartbeatDelays = delaySource == DelaySource.HEARTBEAT;
        windowDelays = new DelayRecorder(comparedSources);
        comparesSources = !comparedSources.isEmpty();
        largeTransactions = minLargeTransactionBytes == 0
                ? null
                : new LargeTransactionRecorder(minLargeTransactionBytes, usesHeartbeatDelays);
    }

    /**
     * Must be called before the first transaction.
     *
     * @param receiver receives the values of each transaction, after the {@code TransactionWatch} was notified of its end. Must
     *     pass the values of own transactions to {@code ownTotals}. The meter reuses the array.
     */
    public void trackOwn(OwnTransactions ownTotals, Consumer<long[]> receiver) {
        ownTransactions = ownTotals;
        valueReceiver = receiver;
    }

    @Override
    public void event(int type, long bytes) {
        tally.event(type, bytes);
    }

    @Override
    public void onRows(String table, RowKind kind, long rows) {
        tally.rows(table, kind, rows);
    }

    @Override
    public void onUnknownRows(int type, long bytes) {
        tally.unknownRows();
    }

    @Override
    public void onPayload(long wireBytes, long inflatedBytes) {
        tally.payloads().payload(wireBytes, inflatedBytes);
    }

    @Override
    public void loggedAsStatement() {
        tally.loggedAsStatement();
    }

    @Override
    public void onInnerEvent(int type) {
        tally.payloads().innerEvent(type);
    }

    @Override
    public void discardInFlight() {
        tally.discardInFlight();
    }

    @Override
    public void transactionEnd(long commitMicros, long originalMicros, long firstArrivalMicros, long arrivalMicros) {
        long bytes = tally.bytesInFlight();
        long events = tally.eventsInFlight();
        tally.settle();
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
        tally.settleComplete(types, count, isRepeated, bytes);
        recordTransaction(bytes, count, commitMicros, originalMicros, arrivalMicros, arrivalMicros);
    }

    private void recordTransaction(
            long bytes,
            long events,
            long commitMicros,
            long originalMicros,
            long firstArrivalMicros,
            long arrivalMicros) {
        tally.transaction(bytes);
        lastTransactionMicros = arrivalMicros;
        if (largeTransactions != null) {
            largeTransactions.transaction(bytes, commitMicros, firstArrivalMicros, arrivalMicros, windowTotals != null);
        }
        if (!usesHeartbeatDelays) {
            if (commitMicros == UNKNOWN_MICROS) {
                tally.unknownCommitTime();
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
            valueReceiver.accept(values);
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
        tally.heartbeat();
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
        tally.settle();
    }

    @Override
    public void windowOpened(String file, long offset) {
        windowTotals = tally.openWindow();
        windowFrom = new LogPosition(file, offset);
    }

    @Override
    public void readEnd(String file, long offset, long arrivalMicros) {
        warmUpDelays.flush();
        windowDelays.flush();
        if (largeTransactions != null) {
            largeTransactions.flush();
        }
        tally.copyTo(publishedStream.beginWrite());
        publishedStream.endWrite(file, offset, lastTransactionMicros, lastHeartbeat, windowTotals, windowFrom);
    }

    @Override
    public StreamSnapshot snapshot() {
        return ownTransactions == null ? publishedStream.snapshot() : ownTransactions.addTo(publishedStream.snapshot());
    }

    @Override
    public Map<String, Map<RowKind, Long>> windowRows() {
        return tally.rowTally().rowsSinceWindow();
    }

    @Override
    public PayloadCounts windowPayloads() {
        return tally.payloads().countsSinceWindow();
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
}
