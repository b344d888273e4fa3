// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.steps.StepFinder.RawStep;
import io.github.cdctester.internal.steps.StepFinder.RawSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.LoadChange;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the per-second samples of a run, and finds the steps in the series of its probes. */
public final class RunSteps {

    /** The values before and after a step are compared over this many seconds. */
    private static final double COMPARED_SECONDS = 10;

    private static final String ALL_LOADS = "";

    /**
     * Starts and ends of the samples, in seconds of the run. They are sums of the samples' lengths, because a sample after missed
     * ones is longer, and numbers of samples would drift.
     */
    private final PerSecondColumn starts = new PerSecondColumn();

    private final PerSecondColumn ends = new PerSecondColumn();

    /** Contains only samples in the measured part, in seconds. */
    final PerSecondColumn sampleSeconds = new PerSecondColumn();

    final PerSecondColumn transactions = new PerSecondColumn();
    final PerSecondColumn bytes = new PerSecondColumn();
    final PerSecondColumn writes = new PerSecondColumn();
    /** Columns by load. {@link #ALL_LOADS} is the key of the totals, and the only key if there is one load. */
    private final Map<String, PerSecondColumn> latencyP99Millis = new TreeMap<>();

    private final Map<String, PerSecondColumn> transactionsPerSecond = new TreeMap<>();
    private final PerSecondColumn delayP99Millis = new PerSecondColumn();
    private final Map<String, PerSecondColumn> series = new TreeMap<>();
    private int count;

    /** Copies the values, because the samples of a day would need too much memory. */
    public void add(SampleRow sample) {
        SampleRow.Write write = sample.write();
        SampleRow.Cdc cdc = sample.cdc();
        // results of runs longer than a day omit the first seconds
        double start = count == 0 ? sample.second() - 1 : ends.get(count - 1);
        starts.set(count, start);
        ends.set(count, start + sample.seconds());
        setWrites(ALL_LOADS, write);
        sample.workloads().forEach(load -> setWrites(load.name(), load.write()));
        delayP99Millis.set(count, cdc == null ? null : cdc.delay().p99Millis());
        if (sample.phase() == SampleRow.RunPart.MEASURE) {
            sampleSeconds.set(count, sample.seconds());
            transactions.set(
                    count,
                    write == null
                            ? sample.stream().transactions() - sample.stream().heartbeats()
                            : write.transactions());
            bytes.set(count, cdc == null ? null : cdc.bytes());
            writes.set(count, write == null ? null : write.writes());
        }
        sample.probes().forEach((name, value) -> column(series, name).set(count, value));
        count++;
    }

    private void setWrites(String load, SampleRow.@Nullable Write write) {
        column(latencyP99Millis, load)
                .set(count, write == null ? null : write.latency().p99Millis());
        column(transactionsPerSecond, load).set(count, write == null ? null : write.transactionsPerSecond());
    }

    private static PerSecondColumn column(Map<String, PerSecondColumn> columns, String name) {
        return columns.computeIfAbsent(name, any -> new PerSecondColumn());
    }

    /** @param spans the time spans in which the loads wrote, in the plan's order */
    public List<SeriesSteps> findAll(List<LoadSpan> spans) {
        return series.entrySet().stream()
                .map(entry -> steps(entry.getKey(), entry.getValue(), spans))
                .toList();
    }

    SeriesSteps steps(String name, PerSecondColumn column, List<LoadSpan> spans) {
        int[] knownIndexes = column.knownIndexes();
        RawSteps rawSteps = StepFinder.find(ends.valuesAt(knownIndexes), column.valuesAt(knownIndexes));
        List<SeriesStep> steps = new ArrayList<>();
        for (int i = 0; i < rawSteps.steps().size(); i++) {
            double nextBegin = i + 1 < rawSteps.steps().size()
                    ? rawSteps.steps().get(i + 1).beginSecond()
                    : Double.MAX_VALUE;
            steps.add(toSeriesStep(rawSteps.steps().get(i), nextBegin, spans));
        }
        return new SeriesSteps(name, rawSteps.noise(), steps, climbs(steps));
    }

    /**
     * Returns the sum of the series that the price includes, in each second of the measured part. If it includes all targets, it is
     * unknown in a second in which the probe counted more of them than have a value.
     */
    PerSecondColumn capacity(CapacityPrice price) {
        PerSecondColumn total = new PerSecondColumn();
        PerSecondColumn targets = price.isOfAllTargets(series) ? series.get(price.countSeries()) : null;
        for (int i : sampleSeconds.knownIndexes()) {
            double[] values = series.entrySet().stream()
                    .filter(entry ->
                            price.includes(entry.getKey()) && entry.getValue().isKnown(i))
                    .mapToDouble(entry -> entry.getValue().get(i))
                    .toArray();
            if (values.length > 0 && (targets == null || !(targets.get(i) > values.length))) {
                total.set(i, Arrays.stream(values).sum());
            }
        }
        return total;
    }

    int[] measuredIndexes(double from, double to) {
        return IntStream.of(sampleSeconds.knownIndexes())
                .filter(i -> middleOf(i) >= from && middleOf(i) < to)
                .toArray();
    }

    private double middleOf(int index) {
        return (starts.get(index) + ends.get(index)) / 2;
    }

    double measuredEndSecond() {
        int[] measuredIndexes = sampleSeconds.knownIndexes();
        return measuredIndexes.length == 0 ? 0 : ends.get(measuredIndexes[measuredIndexes.length - 1]);
    }

    private SeriesStep toSeriesStep(RawStep step, double nextBegin, List<LoadSpan> spans) {
        double endSampleStart = starts.get(ends.ascendingIndexOf(step.endSecond()));
        LoadSpan load = spans.stream()
                .filter(span -> span.hasWholeSecondIn(endSampleStart, step.endSecond()))
                .findFirst()
                .orElse(null);
        String loadKey = load != null && latencyP99Millis.containsKey(load.name()) ? load.name() : ALL_LOADS;
        return new SeriesStep(
                step.beginSecond(),
                step.endSecond(),
                step.from(),
                step.to(),
                lastChange(spans, step.endSecond()),
                load == null ? null : load.name(),
                load == null ? null : valuesAround(step, nextBegin, true, column(latencyP99Millis, loadKey), load),
                load == null
                        ? null
                        : valuesAround(step, nextBegin, false, column(transactionsPerSecond, loadKey), load),
                valuesAround(step, nextBegin, true, delayP99Millis, null));
    }

    private static @Nullable LoadChange lastChange(List<LoadSpan> spans, double beforeSecond) {
        return spans.stream()
                .flatMap(load -> Stream.of(
                        new LoadChange(load.name(), true, load.from()), new LoadChange(load.name(), false, load.to())))
                .filter(change -> change.second() < beforeSecond)
                .max(Comparator.comparingDouble(LoadChange::second).thenComparing(LoadChange::starts))
                .orElse(null);
    }

    /** Only complete seconds of the load are included, because the end of a load is not an effect of the step. */
    private @Nullable Around valuesAround(
            RawStep step, double nextBegin, boolean isHighBad, PerSecondColumn column, @Nullable LoadSpan load) {
        double compareFrom = step.beginSecond() - COMPARED_SECONDS;
        double compareTo = step.endSecond() + COMPARED_SECONDS - 1;
        Double worst = null;
        double worstSecond = 0;
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double second = ends.get(i);
            double value = column.get(i);
            // samples are never exactly on time, but their middles are clearly inside or outside
            boolean isNear = middleOf(i) > compareFrom && middleOf(i) < compareTo;
            if (!column.isKnown(i) || !isNear || second > Math.max(nextBegin, step.endSecond())) {
                continue;
            }
            if (load != null && !load.hasWholeSecondIn(starts.get(i), second)) {
                continue;
            }
            if (second <= step.beginSecond()) {
                before.add(value);
            }
            if (second >= step.beginSecond() && (worst == null || (isHighBad ? value > worst : value < worst))) {
                worst = value;
                worstSecond = second;
            }
            if (second >= step.endSecond()) {
                after.add(value);
            }
        }
        return worst == null ? null : new Around(median(before), worst, worstSecond, median(after));
    }

    private static @Nullable Double median(List<Double> values) {
        double[] array = values.stream().mapToDouble(Double::doubleValue).toArray();
        return array.length == 0 ? null : StepFinder.median(array, 0, array.length);
    }

    private static List<Climb> climbs(List<SeriesStep> steps) {
        List<Climb> climbs = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= steps.size(); i++) {
            SeriesStep first = steps.get(from);
            if (i == steps.size()
                    || steps.get(i).isUp() != first.isUp()
                    || !Objects.equals(steps.get(i).since(), first.since())) {
                SeriesStep last = steps.get(i - 1);
                climbs.add(new Climb(
                        first.beginSecond(), last.endSecond(), first.from(), last.to(), i - from, first.since()));
                from = i;
            }
        }
        return climbs;
    }
}
