// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import io.github.cdctester.internal.experiment.steps.StepFinder.FoundStep;
import io.github.cdctester.internal.experiment.steps.StepFinder.FoundSteps;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SeriesSteps;
import io.github.cdctester.result.SeriesSteps.Around;
import io.github.cdctester.result.SeriesSteps.Climb;
import io.github.cdctester.result.SeriesSteps.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The steps of a run's probes, and what latency, rate and delay did around each. */
public final class StepsOfRun {

    private static final double AROUND_SECONDS = 10;

    /** What the run did in a second, as far as it is known. */
    private record Moment(
            double second,
            @Nullable Double latencyP99Millis,
            @Nullable Double transactionsPerSecond,
            @Nullable Double delayP99Millis) {}

    /** What a probe has read. */
    private static final class Series {
        private final DoubleStream.Builder seconds = DoubleStream.builder();
        private final DoubleStream.Builder values = DoubleStream.builder();
    }

    private final List<Moment> moments = new ArrayList<>();
    private final Map<String, Series> series = new TreeMap<>();

    /**
     * Goes through a run, once; its rows are not kept, as there may be a day of them.
     *
     * @param samples its seconds, in order
     */
    public StepsOfRun(List<SampleRow> samples) {
        for (SampleRow sample : samples) {
            SampleRow.Write write = sample.write();
            moments.add(new Moment(
                    sample.second(),
                    write == null ? null : write.latency().p99Millis(),
                    write == null ? null : (Double) write.transactionsPerSecond(),
                    sample.cdc().delay().p99Millis()));
            sample.probes().forEach((name, value) -> {
                Series one = series.computeIfAbsent(name, any -> new Series());
                if (Double.isFinite(value)) {
                    one.seconds.add(sample.second());
                    one.values.add(value);
                }
            });
        }
    }

    /**
     * Finds the steps of all series.
     *
     * @return those of each series, by the series' name
     */
    public List<SeriesSteps> all() {
        return series.entrySet().stream()
                .map(one -> steps(
                        one.getKey(),
                        one.getValue().seconds.build().toArray(),
                        one.getValue().values.build().toArray()))
                .toList();
    }

    private SeriesSteps steps(String name, double[] seconds, double[] values) {
        FoundSteps found = StepFinder.find(seconds, values);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < found.steps().size(); i++) {
            double next =
                    i + 1 < found.steps().size() ? found.steps().get(i + 1).beginSecond() : Double.MAX_VALUE;
            steps.add(withAround(found.steps().get(i), next));
        }
        return new SeriesSteps(name, found.noise(), steps, climbs(steps));
    }

    private Step withAround(FoundStep step, double nextBegin) {
        return new Step(
                step.beginSecond(),
                step.endSecond(),
                step.from(),
                step.to(),
                around(step, nextBegin, true, Moment::latencyP99Millis),
                around(step, nextBegin, false, Moment::transactionsPerSecond),
                around(step, nextBegin, true, Moment::delayP99Millis));
    }

    private @Nullable Around around(
            FoundStep step, double nextBegin, boolean highIsBad, Function<Moment, @Nullable Double> value) {
        double until = Math.min(step.endSecond() + AROUND_SECONDS - 1, Math.max(nextBegin, step.endSecond()));
        Double worst = null;
        double worstSecond = 0;
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        for (Moment sample : moments) {
            Double now = value.apply(sample);
            double second = sample.second();
            if (now == null || second <= step.beginSecond() - AROUND_SECONDS || second > until) {
                continue;
            }
            if (second <= step.beginSecond()) {
                before.add(now);
            }
            if (second >= step.beginSecond() && (worst == null || (highIsBad ? now > worst : now < worst))) {
                worst = now;
                worstSecond = second;
            }
            if (second >= step.endSecond()) {
                after.add(now);
            }
        }
        return worst == null ? null : new Around(median(before), worst, worstSecond, median(after));
    }

    private static @Nullable Double median(List<Double> values) {
        double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
        return all.length == 0 ? null : Median.of(all, 0, all.length);
    }

    private static List<Climb> climbs(List<Step> steps) {
        List<Climb> climbs = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= steps.size(); i++) {
            if (i == steps.size() || steps.get(i).isUp() != steps.get(from).isUp()) {
                Step first = steps.get(from);
                Step last = steps.get(i - 1);
                climbs.add(new Climb(first.beginSecond(), last.endSecond(), first.from(), last.to(), i - from));
                from = i;
            }
        }
        return climbs;
    }
}
