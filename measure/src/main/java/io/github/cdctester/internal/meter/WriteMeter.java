// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.StripedDurations;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.WriteSink;
import io.github.cdctester.workload.StatementTally;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the work of the load workers. Thread-safe. The counters of transactions are lock-free. */
public final class WriteMeter implements WriteSink {

    /** Limits the error codes from other machines. MySQL and MariaDB have several thousand. */
    private static final int MAX_CODES = 10_000;

    private final List<String> kinds;
    private final boolean isOpenLoop;
    private final LongAdder[] transactions;
    /** By slot. Metrics that are sums of other metrics stay 0. */
    private final LongAdder[] counters =
            new LongAdder[Metric.of(Metric.Subject.WRITE).size()];

    private final Map<Integer, LongAdder> errors = new ConcurrentHashMap<>();
    private final StripedDurations[] latencies;
    private final List<RowTally> rowTallies = new CopyOnWriteArrayList<>();
    private boolean countsRows;
    private @Nullable Stamps stamps;
    private final StripedDurations startDelays = new StripedDurations(1);
    private final StripedDurations serviceTimes = new StripedDurations(1);

    private final IntervalUnion refusedTime = new IntervalUnion();
    private volatile @Nullable FirstStart firstStart;

    /** The earliest start of a completed transaction of this machine's workers. In a closed loop, both times are equal. */
    public record FirstStart(long intendedNanos, long startNanos) {}

    /** Guards the counts from workers on other machines. */
    private final Object remoteLock = new Object();

    private WriteCounts remoteCounts = WriteCounts.ZERO;
    private WriteDurations.Sum remoteDurations = new WriteDurations.Sum();
    private final Map<String, Map<RowKind, Long>> remoteRows = new TreeMap<>();

    /** {@code isOpenLoop} is true if transactions have an intended start, so that start delays are recorded. */
    public WriteMeter(List<String> kinds, boolean isOpenLoop) {
        this.kinds = List.copyOf(kinds);
        this.isOpenLoop = isOpenLoop;
        transactions = new LongAdder[kinds.size()];
        Arrays.setAll(transactions, kind -> new LongAdder());
        Arrays.setAll(counters, slot -> new LongAdder());
        latencies = new StripedDurations[kinds.size()];
        Arrays.setAll(latencies, kind -> new StripedDurations(kinds.size()));
    }

    /** Must be called before any worker is created. */
    public void enableRowCounting() {
        countsRows = true;
    }

    public boolean countsRows() {
        return countsRows;
    }

    /** Must be called before any worker is created. */
    public void stampRows(Stamps newStamps) {
        stamps = newStamps;
    }

    public @Nullable Stamps stamps() {
        return stamps;
    }

    @Override
    public StatementTally newTally() {
        RowTally rowTally = countsRows ? new RowTally(Integer.MAX_VALUE) : null;
        if (rowTally != null) {
            rowTallies.add(rowTally);
        }
        Stamps rowStamps = stamps;
        if (rowStamps != null) {
            return new StatementTally(rowStamps.writer(rowTally));
        }
        return rowTally == null ? new StatementTally() : new StatementTally(rowTally);
    }

    @Override
    public void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally) {
        transactions[kind].increment();
        add(Metric.READS, tally.reads());
        add(Metric.WRITES, tally.writes());
        add(Metric.OTHER, tally.others());
        add(Metric.LOGGED_TRANSACTIONS, tally.loggedTransactions());
        add(Metric.ROLLED_BACK, tally.rolledBackTransactions());
        add(Metric.FOUND_NO_ROW, tally.statementsWithoutRow());
        latencies[kind].record((endNanos - intendedNanos) / 1_000);
        if (isOpenLoop) {
            startDelays.record((startNanos - intendedNanos) / 1_000);
            serviceTimes.record((endNanos - startNanos) / 1_000);
        }
        FirstStart earliest = firstStart;
        if (earliest == null || startNanos - earliest.startNanos < 0) {
            recordFirstStart(new FirstStart(intendedNanos, startNanos));
        }
    }

    private synchronized void recordFirstStart(FirstStart start) {
        FirstStart earliest = firstStart;
        firstStart = earliest == null || start.startNanos - earliest.startNanos < 0 ? start : earliest;
    }

    /** {@code null} if no transaction has completed since {@link #resetFirstStart}. */
    public @Nullable FirstStart firstStart() {
        return firstStart;
    }

    /** Call it while no worker is active. */
    public void resetFirstStart() {
        firstStart = null;
    }

    @Override
    public void error(int code) {
        errors.computeIfAbsent(code, ignored -> new LongAdder()).increment();
    }

    /** Overlapping times of several workers count once. */
    @Override
    public synchronized void transactionRefused(long fromNanos, long untilNanos) {
        long earlierMillis = refusedTime.totalNanos() / 1_000_000;
        refusedTime.add(fromNanos, untilNanos);
        add(Metric.REFUSED_MILLIS, refusedTime.totalNanos() / 1_000_000 - earlierMillis);
    }

    @Override
    public void reconnected() {
        add(Metric.RECONNECTS, 1);
    }

    @Override
    public void connectionRenewed() {
        add(Metric.PLANNED_RECONNECTS, 1);
    }

    @Override
    public void transactionUnfinished(StatementTally tally) {
        add(Metric.LOGGED_TRANSACTIONS, tally.loggedTransactions());
    }

    @Override
    public void unknownOutcome() {
        add(Metric.UNKNOWN_OUTCOMES, 1);
    }

    /**
     * Adds the work of another machine. Thread-safe.
     *
     * @throws IllegalArgumentException if the workload has no such kind, or there are too many error codes
     */
    public void add(WriteCounts counts, WriteDurations durations) {
        if (!kinds.containsAll(counts.transactionsByKind().keySet())
                || !kinds.containsAll(durations.latencyByKind().keySet())) {
            throw new IllegalArgumentException("transactions of a kind that the workload does not have");
        }
        synchronized (remoteLock) {
            WriteCounts sum = remoteCounts.plus(counts);
            if (sum.errorsPerCode().size() > MAX_CODES) {
                throw new IllegalArgumentException("more than " + MAX_CODES + " error codes");
            }
            remoteCounts = sum;
            remoteDurations.add(durations);
        }
    }

    /**
     * Adds rows of another machine's commits. Thread-safe.
     *
     * @throws IllegalArgumentException if there are too many tables
     */
    public void addRows(Map<String, Map<RowKind, Long>> rows) {
        synchronized (remoteLock) {
            if (remoteRows.size() + rows.size() > 8 * StreamMeter.MAX_TABLES) {
                throw new IllegalArgumentException("rows of too many tables");
            }
            addRows(remoteRows, rows);
        }
    }

    /** Thread-safe. Exact only while no worker is active. */
    public WriteCounts counts() {
        Map<String, Long> byKind = new TreeMap<>();
        for (int kind = 0; kind < transactions.length; kind++) {
            byKind.put(kinds.get(kind), transactions[kind].sum());
        }
        Map<Integer, Long> byCode = new TreeMap<>();
        errors.forEach((code, count) -> byCode.put(code, count.sum()));
        Map<Metric, Long> sums = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.of(Metric.Subject.WRITE)) {
            long sum = counters[metric.slot()].sum();
            if (sum != 0) {
                sums.put(metric, sum);
            }
        }
        synchronized (remoteLock) {
            return new WriteCounts(byKind, byCode, sums).plus(remoteCounts);
        }
    }

    /** Call it while no worker is active. */
    public void openRowWindow() {
        rowTallies.forEach(RowTally::openWindow);
        synchronized (remoteLock) {
            remoteRows.clear();
        }
    }

    /** By table name without schema; empty if rows are not counted. Call it while no worker is active. */
    public Map<String, Map<RowKind, Long>> windowRows() {
        Map<String, Map<RowKind, Long>> sum = new TreeMap<>();
        for (RowTally rowTally : rowTallies) {
            addRows(sum, rowTally.rowsSinceWindow());
        }
        synchronized (remoteLock) {
            addRows(sum, remoteRows);
        }
        return sum;
    }

    private static void addRows(Map<String, Map<RowKind, Long>> sum, Map<String, Map<RowKind, Long>> more) {
        more.forEach((table, rowsByKind) -> {
            Map<RowKind, Long> sums = sum.computeIfAbsent(table, ignored -> new EnumMap<>(RowKind.class));
            rowsByKind.forEach((kind, count) -> sums.merge(kind, count, Long::sum));
        });
    }

    public WriteDurations takeDurations() {
        Distribution latency = Distribution.EMPTY;
        Map<String, Distribution> byKind = new TreeMap<>();
        for (int kind = 0; kind < latencies.length; kind++) {
            Distribution takenDurations = latencies[kind].take();
            latency = latency.plus(takenDurations);
            if (latencies.length > 1) {
                byKind.put(kinds.get(kind), takenDurations);
            }
        }
        // in a closed loop, intended start and start are equal
        WriteDurations localDurations =
                new WriteDurations(latency, startDelays.take(), isOpenLoop ? serviceTimes.take() : latency, byKind);
        synchronized (remoteLock) {
            WriteDurations.Sum takenDurations = remoteDurations;
            remoteDurations = new WriteDurations.Sum();
            return localDurations.plus(takenDurations.value());
        }
    }

    private void add(Metric metric, long amount) {
        if (amount != 0) {
            counters[metric.slot()].add(amount);
        }
    }
}
