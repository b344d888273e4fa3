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

/** Collects the seconds of a run, and finds the steps in the series of its probes. */
public final class StepsOfRun {

    /** Seconds before and after a step that are compared. */
    private static final double AROUND_SECONDS = 10;

    private static final String ALL = "";

    final SecondColumn seconds = new SecondColumn();

    /** Lengths of the seconds in the measured part. */
    final SecondColumn lengths = new SecondColumn();

    /** Middles of the seconds in the measured part. */
    private final SecondColumn middles = new SecondColumn();

    final SecondColumn transactions = new SecondColumn();
    final SecondColumn bytes = new SecondColumn();
    final SecondColumn writes = new SecondColumn();
    /** Columns by load. {@link #ALL} is the key of the totals over all loads, and the only key if there is one load. */
    private final Map<String, SecondColumn> latencyP99Millis = new TreeMap<>();

    private final Map<String, SecondColumn> transactionsPerSecond = new TreeMap<>();
    private final SecondColumn delayP99Millis = new SecondColumn();
    private final Map<String, SecondColumn> series = new TreeMap<>();
    private int count;

    /** Copies the values of the next second. Samples are not kept, because a run may last a day. */
    public void add(SampleRow sample) {
        SampleRow.Write write = sample.write();
        SampleRow.Cdc cdc = sample.cdc();
        seconds.set(count, sample.second());
        set(ALL, write);
        sample.workloads().forEach(load -> set(load.name(), load.write()));
        delayP99Millis.set(count, cdc == null ? null : cdc.delay().p99Millis());
        if (sample.phase() == SampleRow.RunPart.MEASURE) {
            lengths.set(count, sample.seconds());
            middles.set(count, sample.second() - sample.seconds() / 2);
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

    private void set(String load, SampleRow.@Nullable Write write) {
        column(latencyP99Millis, load)
                .set(count, write == null ? null : write.latency().p99Millis());
        column(transactionsPerSecond, load).set(count, write == null ? null : write.transactionsPerSecond());
    }

    private static SecondColumn column(Map<String, SecondColumn> columns, String name) {
        return columns.computeIfAbsent(name, any -> new SecondColumn());
    }

    /**
     * Finds the steps of all series.
     *
     * @param spans the times in which the loads wrote, in the plan's order
     */
    public List<SeriesSteps> findAll(List<LoadSpan> spans) {
        return series.entrySet().stream()
                .map(entry -> steps(entry.getKey(), entry.getValue(), spans))
                .toList();
    }

    SeriesSteps steps(String name, SecondColumn column, List<LoadSpan> spans) {
        int[] known = column.knownIndexes();
        RawSteps found = StepFinder.find(seconds.valuesAt(known), column.valuesAt(known));
        List<SeriesStep> steps = new ArrayList<>();
        for (int i = 0; i < found.steps().size(); i++) {
            double nextBegin =
                    i + 1 < found.steps().size() ? found.steps().get(i + 1).beginSecond() : Double.MAX_VALUE;
            steps.add(toSeriesStep(found.steps().get(i), nextBegin, spans));
        }
        return new SeriesSteps(name, found.noise(), steps, climbs(steps));
    }

    /** Returns the priced capacity in each second of the measured part: the sum of the series that belong to the price. */
    SecondColumn capacity(CapacityPrice price) {
        SecondColumn total = new SecondColumn();
        for (int i : lengths.knownIndexes()) {
            series.entrySet().stream()
                    .filter(entry ->
                            price.includes(entry.getKey()) && entry.getValue().isKnown(i))
                    .map(entry -> entry.getValue().get(i))
                    .reduce(Double::sum)
                    .ifPresent(sum -> total.set(i, sum));
        }
        return total;
    }

    /** Returns the seconds of the measured part whose middle is within an interval. */
    int[] measuredSeconds(double from, double to) {
        return IntStream.of(lengths.knownIndexes())
                .filter(i -> middles.get(i) >= from && middles.get(i) < to)
                .toArray();
    }

    double measuredEnd() {
        int[] measured = lengths.knownIndexes();
        return measured.length == 0 ? 0 : seconds.get(measured[measured.length - 1]);
    }

    private SeriesStep toSeriesStep(RawStep step, double nextBegin, List<LoadSpan> spans) {
        LoadSpan load = spans.stream()
                .filter(span -> span.isWholeIn(step.endSecond() - 1, step.endSecond()))
                .findFirst()
                .orElse(null);
        String loadKey = load != null && latencyP99Millis.containsKey(load.name()) ? load.name() : ALL;
        return new SeriesStep(
                step.beginSecond(),
                step.endSecond(),
                step.from(),
                step.to(),
                lastChange(spans, step.endSecond()),
                load == null ? null : load.name(),
                load == null ? null : around(step, nextBegin, true, column(latencyP99Millis, loadKey), load),
                load == null ? null : around(step, nextBegin, false, column(transactionsPerSecond, loadKey), load),
                around(step, nextBegin, true, delayP99Millis, null));
    }

    private static @Nullable LoadChange lastChange(List<LoadSpan> spans, double beforeSecond) {
        return spans.stream()
                .flatMap(load -> Stream.of(
                        new LoadChange(load.name(), true, load.from()), new LoadChange(load.name(), false, load.to())))
                .filter(change -> change.second() < beforeSecond)
                .max(Comparator.comparingDouble(LoadChange::second).thenComparing(LoadChange::starts))
                .orElse(null);
    }

    /**
     * Returns the values before, during and after a step. Only complete seconds of the load count, because the end of a load is not an
     * effect of the step.
     */
    private @Nullable Around around(
            RawStep step, double nextBegin, boolean highIsBad, SecondColumn column, @Nullable LoadSpan load) {
        double endOfAfter = Math.min(step.endSecond() + AROUND_SECONDS - 1, Math.max(nextBegin, step.endSecond()));
        Double worst = null;
        double worstSecond = 0;
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double second = seconds.get(i);
            double value = column.get(i);
            if (!column.isKnown(i) || second <= step.beginSecond() - AROUND_SECONDS || second > endOfAfter) {
                continue;
            }
            if (load != null && !load.isWholeIn(second - 1, second)) {
                continue;
            }
            if (second <= step.beginSecond()) {
                before.add(value);
            }
            if (second >= step.beginSecond() && (worst == null || (highIsBad ? value > worst : value < worst))) {
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
        double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
        return all.length == 0 ? null : StepFinder.median(all, 0, all.length);
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
