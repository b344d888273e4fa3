// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import io.github.cdctester.internal.experiment.steps.StepFinder.FoundStep;
import io.github.cdctester.internal.experiment.steps.StepFinder.FoundSteps;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SeriesSteps;
import io.github.cdctester.result.SeriesSteps.Around;
import io.github.cdctester.result.SeriesSteps.Climb;
import io.github.cdctester.result.SeriesSteps.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps of a run's probes, and what latency, rate and delay did around each. */
public final class StepsOfRun {

    private static final double AROUND_SECONDS = 10;

    private final List<SampleRow> samples;

    /**
     * Prepares for a run.
     *
     * @param samples its seconds, in order
     */
    public StepsOfRun(List<SampleRow> samples) {
        this.samples = samples;
    }

    /**
     * Finds the steps of all series.
     *
     * @return those of each series, by the series' name
     */
    public List<SeriesSteps> all() {
        TreeSet<String> series = new TreeSet<>();
        samples.forEach(sample -> series.addAll(sample.probes().keySet()));
        return series.stream().map(this::of).toList();
    }

    /**
     * Finds the steps of a series.
     *
     * @param series its name, as in {@link SampleRow#probes()}
     * @return its steps; none where it has none
     */
    public SeriesSteps of(String series) {
        List<SampleRow> known =
                samples.stream().filter(sample -> isKnown(sample, series)).toList();
        double[] seconds = known.stream().mapToDouble(SampleRow::second).toArray();
        double[] values = known.stream()
                .mapToDouble(sample -> sample.probes().get(series))
                .toArray();
        FoundSteps found = StepFinder.find(seconds, values);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < found.steps().size(); i++) {
            double next =
                    i + 1 < found.steps().size() ? found.steps().get(i + 1).beginSecond() : Double.MAX_VALUE;
            steps.add(withAround(found.steps().get(i), next));
        }
        return new SeriesSteps(series, found.noise(), steps, climbs(steps));
    }

    private static boolean isKnown(SampleRow sample, String series) {
        Double value = sample.probes().get(series);
        return value != null && Double.isFinite(value);
    }

    private Step withAround(FoundStep step, double nextBegin) {
        return new Step(
                step.beginSecond(),
                step.endSecond(),
                step.from(),
                step.to(),
                around(
                        step,
                        nextBegin,
                        true,
                        sample -> p99(
                                sample.write() == null ? null : sample.write().latency())),
                around(
                        step,
                        nextBegin,
                        false,
                        sample -> sample.write() == null ? null : sample.write().transactionsPerSecond()),
                around(step, nextBegin, true, sample -> p99(sample.cdc().delay())));
    }

    private static @Nullable Double p99(@Nullable DurationSummary durations) {
        return durations == null ? null : durations.p99Millis();
    }

    private @Nullable Around around(
            FoundStep step, double nextBegin, boolean highIsBad, Function<SampleRow, @Nullable Double> value) {
        double until = Math.min(step.endSecond() + AROUND_SECONDS - 1, Math.max(nextBegin, step.endSecond()));
        Double worst = null;
        double worstSecond = 0;
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        for (SampleRow sample : samples) {
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
