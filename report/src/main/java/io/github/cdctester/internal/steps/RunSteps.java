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

    final PerSecondColumn seconds = new PerSecondColumn();

    /** Contains only samples in the measured part, in seconds. */
    final PerSecondColumn sampleSeconds = new PerSecondColumn();

    /** Midpoints of the samples in the measured part, in seconds of the run. */
    private final PerSecondColumn midpoints = new PerSecondColumn();

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
        seconds.set(count, sample.second());
        setWrites(ALL_LOADS, write);
        sample.workloads().forEach(load -> setWrites(load.name(), load.write()));
        delayP99Millis.set(count, cdc == null ? null : cdc.delay().p99Millis());
        if (sample.phase() == SampleRow.RunPart.MEASURE) {
            sampleSeconds.set(count, sample.seconds());
            midpoints.set(count, sample.second() - sample.seconds() / 2);
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
        RawSteps rawSteps = StepFinder.find(seconds.valuesAt(knownIndexes), column.valuesAt(knownIndexes));
        List<SeriesStep> steps = new ArrayList<>();
        for (int i = 0; i < rawSteps.steps().size(); i++) {
            double nextBegin = i + 1 < rawSteps.steps().size()
                    ? rawSteps.steps().get(i + 1).beginSecond()
                    : Double.MAX_VALUE;
            steps.add(toSeriesStep(rawSteps.steps().get(i), nextBegin, spans));
        }
        return new SeriesSteps(name, rawSteps.noise(), steps, climbs(steps));
    }

    /** Returns the sum of the series that the price includes, in each second of the measured part. */
    PerSecondColumn capacity(CapacityPrice price) {
        PerSecondColumn total = new PerSecondColumn();
        for (int i : sampleSeconds.knownIndexes()) {
            series.entrySet().stream()
                    .filter(entry ->
                            price.includes(entry.getKey()) && entry.getValue().isKnown(i))
                    .map(entry -> entry.getValue().get(i))
                    .reduce(Double::sum)
                    .ifPresent(sum -> total.set(i, sum));
        }
        return total;
    }

    int[] measuredIndexes(double from, double to) {
        return IntStream.of(sampleSeconds.knownIndexes())
                .filter(i -> midpoints.get(i) >= from && midpoints.get(i) < to)
                .toArray();
    }

    double measuredEndSecond() {
        int[] measuredIndexes = sampleSeconds.knownIndexes();
        return measuredIndexes.length == 0 ? 0 : seconds.get(measuredIndexes[measuredIndexes.length - 1]);
    }

    private SeriesStep toSeriesStep(RawStep step, double nextBegin, List<LoadSpan> spans) {
        LoadSpan load = spans.stream()
                .filter(span -> span.hasWholeSecondIn(step.endSecond() - 1, step.endSecond()))
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
        double lastComparedSecond =
                Math.min(step.endSecond() + COMPARED_SECONDS - 1, Math.max(nextBegin, step.endSecond()));
        Double worst = null;
        double worstSecond = 0;
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double second = seconds.get(i);
            double value = column.get(i);
            if (!column.isKnown(i) || second <= step.beginSecond() - COMPARED_SECONDS || second > lastComparedSecond) {
                continue;
            }
            if (load != null && !load.hasWholeSecondIn(second - 1, second)) {
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
