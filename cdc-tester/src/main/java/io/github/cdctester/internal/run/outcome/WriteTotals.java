// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.meter.LoadSampler;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Totals of all loads in the measured part, or of the loads of a phase. */
final class WriteTotals {

    private record LoadTotals(LoadWork work, WorkloadSummary summary) {}

    private record LoadWork(RunningLoad load, WriteCounts counts, WriteDurations durations) {

        Optional<WorkloadSpec.NewOrderRate> newOrders() {
            return load.load().workload().newOrders();
        }

        /** Returns 0 for workloads that are not TPC-C-like. */
        long committedNewOrders() {
            return newOrders()
                    .map(rate -> counts.transactionsByKind().getOrDefault(rate.transactionKind(), 0L)
                            - counts.get(Metric.ROLLED_BACK))
                    .orElse(0L);
        }
    }

    private final List<LoadTotals> loadTotals = new ArrayList<>();

    WriteTotals(RunTimeline timeline, List<LoadSampler> samplers, List<RunningLoad> loads) {
        for (int i = 0; i < loads.size(); i++) {
            LoadSampler loadSampler = samplers.get(i);
            RunningLoad load = loads.get(i);
            LoadWork work = timeline.hasOpened()
                    ? new LoadWork(load, loadSampler.windowCounts(), loadSampler.windowDurations())
                    : new LoadWork(load, WriteCounts.ZERO, WriteDurations.NOTHING);
            double seconds = load.seconds(timeline.closedNanos);
            loadTotals.add(new LoadTotals(
                    work,
                    new WorkloadSummary(
                            loadSampler.workload(),
                            loadSampler.threads(),
                            load.fromSecond(timeline.openedNanos),
                            seconds,
                            writeSummary(List.of(work), seconds, List.of()))));
        }
    }

    WriteSummary runSummary(double seconds, boolean includesEachLoad) {
        return sum(loadTotals, seconds, includesEachLoad);
    }

    /**
     * A single load's rates use the time in which it wrote. The rates of several loads use {@code seconds}.
     *
     * @return {@code null} without loads
     */
    @Nullable
    WriteSummary phaseSummary(List<String> names, double seconds) {
        List<LoadTotals> chosenTotals = loadTotals.stream()
                .filter(totals -> names.contains(totals.summary().name()))
                .toList();
        if (chosenTotals.isEmpty()) {
            return null;
        }
        return chosenTotals.size() == 1 ? chosenTotals.get(0).summary().write() : sum(chosenTotals, seconds, true);
    }

    private static WriteSummary sum(List<LoadTotals> chosenTotals, double seconds, boolean includesEachLoad) {
        return writeSummary(
                chosenTotals.stream().map(LoadTotals::work).toList(),
                seconds,
                includesEachLoad
                        ? chosenTotals.stream().map(LoadTotals::summary).toList()
                        : List.of());
    }

    private static WriteSummary writeSummary(List<LoadWork> measured, double seconds, List<WorkloadSummary> workloads) {
        WriteCounts write = measured.stream().map(LoadWork::counts).reduce(WriteCounts.ZERO, WriteCounts::plus);
        WriteDurations durations =
                measured.stream().map(LoadWork::durations).reduce(WriteDurations.NOTHING, WriteDurations::plus);
        List<RunningLoad> loads = measured.stream().map(LoadWork::load).toList();
        // a plan's TPC-C-like loads use the same warehouses, and so have one maximum together
        WorkloadSpec.NewOrderRate newOrders = measured.stream()
                .flatMap(work -> work.newOrders().stream())
                .findFirst()
                .orElse(null);
        double newOrdersPerMinute = newOrdersPerMinute(measured, seconds);
        Double maxPerMinute = newOrders == null ? null : newOrders.mostPerMinute();
        Distribution waitingTimes = waitingTimes(loads);
        return new WriteSummary(
                StreamTotals.rate(write.get(Metric.WRITE_TRANSACTIONS), seconds),
                StreamTotals.rate(write.get(Metric.QUERIES), seconds),
                write.get(Metric.WRITE_TRANSACTIONS),
                write.transactionsByKind(),
                write.get(Metric.LOGGED_TRANSACTIONS),
                write.get(Metric.ROLLED_BACK),
                write.get(Metric.READS),
                write.get(Metric.WRITES),
                write.get(Metric.OTHER),
                write.get(Metric.FOUND_NO_ROW),
                write.errorsPerCode(),
                write.get(Metric.RECONNECTS),
                write.get(Metric.PLANNED_RECONNECTS),
                write.get(Metric.UNKNOWN_OUTCOMES),
                scheduledStarts(loads),
                waitingTimes == null ? null : Long.valueOf(waitingTimes.count()),
                waitingTimes == null ? null : leftOutPercent(waitingTimes.count(), startedOnSchedule(measured)),
                Durations.of(null, waitingTimes == null ? Distribution.EMPTY : waitingTimes),
                Durations.of(null, durations.latency()),
                Durations.of(
                        null,
                        waitingTimes == null
                                ? Distribution.EMPTY
                                : durations.latency().plus(waitingTimes)),
                summariesByKind(durations),
                Durations.of(null, durations.startDelay()),
                Durations.of(null, durations.serviceTime()),
                newOrders == null ? null : (Double) newOrdersPerMinute,
                maxPerMinute == null ? null : (Double) (100 * newOrdersPerMinute / maxPerMinute),
                workloads);
    }

    /** The value is not audited and is not tpmC. */
    private static double newOrdersPerMinute(List<LoadWork> measured, double seconds) {
        long committed =
                measured.stream().mapToLong(LoadWork::committedNewOrders).sum();
        return StreamTotals.rate(60 * committed, seconds);
    }

    /** Returns {@code null} if no load has a schedule. */
    private static @Nullable Long scheduledStarts(List<RunningLoad> loads) {
        List<Long> values = presentValues(loads, RunningLoad::scheduledTransactions);
        return values.isEmpty() ? null : values.stream().reduce(0L, Long::sum);
    }

    /** Returns {@code null} if no load has a schedule. */
    private static @Nullable Distribution waitingTimes(List<RunningLoad> loads) {
        List<Distribution> values = presentValues(loads, RunningLoad::waitingTimes);
        return values.isEmpty() ? null : Distribution.sum(values);
    }

    private static <T> List<T> presentValues(List<RunningLoad> loads, Function<RunningLoad, @Nullable T> value) {
        return loads.stream().map(value).flatMap(Stream::ofNullable).toList();
    }

    /** Excludes closed loops, because their transactions are never due. */
    private static long startedOnSchedule(List<LoadWork> measured) {
        return measured.stream()
                .filter(work -> work.load().waitingTimes() != null)
                .mapToLong(work -> work.durations().latency().count())
                .sum();
    }

    private static @Nullable Double leftOutPercent(long waitingCount, long startedCount) {
        return waitingCount + startedCount == 0
                ? null
                : Double.valueOf(100.0 * waitingCount / (waitingCount + startedCount));
    }

    private static Map<String, DurationSummary> summariesByKind(WriteDurations durations) {
        Map<String, DurationSummary> byKind = new TreeMap<>();
        durations.latencyByKind().forEach((kind, latency) -> byKind.put(kind, Durations.of(null, latency)));
        return byKind;
    }
}
