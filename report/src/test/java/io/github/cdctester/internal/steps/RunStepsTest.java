// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.LoadChange;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunStepsTest {

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private static final LoadChange MAIN_STARTS = new LoadChange("main", true, 0);

    @Test
    void reportsLatencyRateAndDelayAroundSteps() {
        List<SampleRow> samples = new ArrayList<>();
        for (int second = 1; second <= 100; second++) {
            // two steps up and one down; the latency peaks in second 31, where the first step ends
            double pool = second < 31 ? 512 : second < 61 ? 1024 : second < 81 ? 2048 : 512;
            double latency = second == 31 ? 63.32 : second < 31 ? 5 : 15;
            double rate = second == 33 ? 100 : 1_000;
            samples.add(sample(second, Map.of("pool", pool, "flat", 7.0), latency, rate, 2.0));
        }

        List<SeriesSteps> allSteps = stepsOf(samples, new LoadSpan("main", 0, 100));

        assertThat(allSteps).extracting(SeriesSteps::series).containsExactly("flat", "pool");
        assertThat(allSteps.get(0).steps()).isEmpty();
        assertThat(allSteps.get(0).climbs()).isEmpty();
        SeriesSteps pool = allSteps.get(1);
        assertThat(pool.noise()).isZero();
        assertThat(pool.steps()).hasSize(3);
        assertThat(pool.steps().get(0))
                .isEqualTo(new SeriesStep(
                        30,
                        31,
                        512,
                        1024,
                        MAIN_STARTS,
                        "main",
                        new Around(5.0, 63.32, 31, 15.0),
                        new Around(1_000.0, 100, 33, 1_000.0),
                        new Around(2.0, 2, 30, 2.0)));
        assertThat(pool.climbs())
                .containsExactly(
                        new Climb(30, 61, 512, 2048, 2, MAIN_STARTS), new Climb(80, 81, 2048, 512, 1, MAIN_STARTS));
        assertThat(pool.climbs().get(0).isUp()).isTrue();
        assertThat(pool.climbs().get(0).seconds()).isEqualTo(31);
    }

    @Test
    void ignoresValuesOfNextStepAndMissingValues() {
        List<SampleRow> samples = new ArrayList<>();
        for (int second = 1; second <= 20; second++) {
            double pool = second < 6 ? 1 : second < 10 ? 2 : 3;
            samples.add(
                    second == 3
                            ? sample(second, Map.of(), null, null, null)
                            : sample(second, Map.of("pool", pool), null, null, second >= 10 ? 9.0 : 1.0));
        }

        SeriesStep firstStep = stepsOf(samples).get(0).steps().get(0);

        assertThat(firstStep.beginSecond()).isEqualTo(5);
        assertThat(firstStep.latencyP99Millis()).isNull();
        assertThat(firstStep.transactionsPerSecond()).isNull();
        assertThat(firstStep.delayP99Millis())
                .as("9 ms belong to the next step")
                .isEqualTo(new Around(1.0, 1, 5, 1.0));
        assertThat(stepsOf(List.of())).isEmpty();
    }

    @Test
    void doesNotAttributeEndOfLoadToStep() {
        List<SampleRow> samples = new ArrayList<>();
        for (int second = 1; second <= 60; second++) {
            double pool = second < 18 ? 1 : second < 25 ? 2 : second < 44 ? 4 : 8;
            // the first load ends at 20.4 s, the second starts at 40.3 s
            double rate = second < 21 ? 899.6 : second == 21 ? 360 : second < 41 ? 0 : second == 41 ? 700 : 1_004;
            samples.add(sample(second, Map.of("pool", pool), rate == 0 ? 0 : 5.0, rate, 2.0));
        }

        List<SeriesStep> steps = stepsOf(samples, new LoadSpan("a", 0, 20.4), new LoadSpan("b", 40.3, 60))
                .get(0)
                .steps();

        assertThat(steps).extracting(SeriesStep::load).containsExactly("a", null, "b");
        assertThat(steps.get(0).transactionsPerSecond()).isEqualTo(new Around(899.6, 899.6, 17, 899.6));
        assertThat(steps.get(1).transactionsPerSecond()).isNull();
        assertThat(steps.get(1).latencyP99Millis()).isNull();
        assertThat(steps.get(1).delayP99Millis()).isNotNull();
        assertThat(steps.get(2).transactionsPerSecond()).isEqualTo(new Around(1_004.0, 1_004, 43, 1_004.0));
        assertThat(steps)
                .extracting(SeriesStep::since)
                .containsExactly(
                        new LoadChange("a", true, 0),
                        new LoadChange("a", false, 20.4),
                        new LoadChange("b", true, 40.3));
    }

    @Test
    void usesLatencyOfFirstWritingLoad() {
        List<SampleRow> samples = new ArrayList<>();
        for (int second = 1; second <= 40; second++) {
            SampleRow row = sample(second, Map.of("pool", second < 21 ? 1.0 : 2.0), 90.0, 5_000.0, 2.0);
            samples.add(new SampleRow(
                    second,
                    row.phase(),
                    1,
                    row.write(),
                    row.cdc(),
                    List.of(),
                    List.of(load("main", second == 22 ? 63.32 : 5, 50), load("stress", 90, 4_950)),
                    row.probes(),
                    List.of()));
        }

        SeriesStep step = stepsOf(samples, new LoadSpan("main", 0, 40), new LoadSpan("stress", 10, 30))
                .get(0)
                .steps()
                .get(0);

        assertThat(step.load()).isEqualTo("main");
        assertThat(step.latencyP99Millis()).isEqualTo(new Around(5.0, 63.32, 22, 5.0));
        assertThat(step.transactionsPerSecond()).isEqualTo(new Around(50.0, 50, 20, 50.0));
        assertThat(step.since()).isEqualTo(new LoadChange("stress", true, 10));
    }

    /** Samples are some milliseconds late. The third one covers 21 s, because twenty samples before it were missed. */
    @Test
    void timesAreSumsOfSampleLengths() {
        List<SampleRow> samples = new ArrayList<>();
        double end = 0;
        for (int number = 1; number <= 60; number++) {
            double nextEnd = (number < 3 ? number : number + 20) + number % 3 * 0.01;
            double pool = number < 31 ? 1 : 2;
            // the load ends at 50 s, before the step at 51 s
            SampleRow row = sample(number, Map.of("pool", pool), 5.0, 100.0, number == 20 ? 9.0 : 1.0);
            samples.add(new SampleRow(
                    number,
                    row.phase(),
                    nextEnd - end,
                    row.write(),
                    row.cdc(),
                    List.of(),
                    List.of(),
                    row.probes(),
                    List.of()));
            end = nextEnd;
        }

        SeriesStep step =
                stepsOf(samples, new LoadSpan("main", 0, 50)).get(0).steps().get(0);

        assertThat(step.beginSecond()).isCloseTo(50, within(1e-9));
        assertThat(step.endSecond()).isCloseTo(51.01, within(1e-9));
        assertThat(step.load()).isNull();
        assertThat(step.since()).isEqualTo(new LoadChange("main", false, 50));
        assertThat(step.delayP99Millis().before()).as("ten samples").isEqualTo(1.0);
        assertThat(step.delayP99Millis().worst()).as("second 40 is too early").isEqualTo(1);
    }

    private static SampleRow.Workload load(String name, double latency, double rate) {
        return new SampleRow.Workload(
                name,
                SecondFixtures.write(
                        1, 1, rate, 1, rate, 0, 1, 0, 0, 0, p99(latency), NO_DURATIONS, NO_DURATIONS, null, null));
    }

    private static List<SeriesSteps> stepsOf(List<SampleRow> samples, LoadSpan... loads) {
        RunSteps steps = new RunSteps();
        samples.forEach(steps::add);
        return steps.findAll(List.of(loads));
    }

    private static SampleRow sample(int second, Map<String, Double> probes, Double latency, Double rate, Double delay) {
        SampleRow.Write write = latency == null
                ? null
                : SecondFixtures.write(
                        1, 1, rate, 1, rate, 0, 1, 0, 0, 0, p99(latency), NO_DURATIONS, NO_DURATIONS, null, null);
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                delay == null ? NO_DURATIONS : p99(delay),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                SampleRow.Motion.FLOWING,
                0L,
                0,
                Map.of(),
                null);
        return new SampleRow(second, SampleRow.RunPart.MEASURE, 1, write, cdc, List.of(), List.of(), probes, List.of());
    }

    private static DurationSummary p99(double millis) {
        return new DurationSummary(null, 1, millis, millis, millis, millis, millis, millis, 0, 0);
    }
}
