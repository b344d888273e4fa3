// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks assertions on a probe's steps: number, levels, duration, and effect on delay and latency. */
final class PlanResultAssertTest {

    private static final Around DELAY = new Around(5.0, 912.4, 3, 20.0);
    private static final Around LATENCY = new Around(0.4, 0.9, 3, 0.5);

    /** The load ends before the second step, so nothing is measured there. */
    private final PlanResult plan = plan(List.of(step(1, 2, "main", LATENCY, DELAY), step(2, 4, null, null, null)));

    @Test
    void passingAssertionsAreSilent() {
        assertThat(plan)
                .series("nodes")
                .hasSteps(2)
                .reaches(4)
                .climbsTakeLessThan(ofSeconds(3))
                .delayP99IsBelow(ofMillis(913))
                .latencyP99IsBelow(ofMillis(1))
                .and()
                .whole()
                .isLossless();
    }

    @Test
    void messageNamesMissingResult() {
        assertFailsWith(() -> assertThat((PlanResult) null).whole(), "\nExpecting actual not to be null");
        assertFailsWith(() -> assertThat((PlanResult) null).series("nodes"), "\nExpecting actual not to be null");
    }

    @Test
    void messageListsLevels() {
        assertFailsWith(
                () -> assertThat(plan).as("scale-out").series("nodes").hasSteps(3),
                "[scale-out] Expected 3 steps of nodes, but there were 2: 1 → 2 → 4.\n");
        assertFailsWith(
                () -> assertThat(plan).series("nodes").reaches(8),
                "Expected a step of nodes to 8, but there was none: 1 → 2 → 4.\n");
        assertFailsWith(
                () -> assertThat(plan).series("nodes").reaches(1),
                "Expected a step of nodes to 1, but there was none: 1 → 2 → 4.\n");
        assertFailsWith(
                () -> assertThat(plan).series("cpu"), "Expected a series cpu in this plan, but there are: nodes.\n");
    }

    @Test
    void messageNamesSecondOfStep() {
        assertFailsWith(
                () -> assertThat(plan).series("nodes").climbsTakeLessThan(ofSeconds(2)),
                "Expected each climb of nodes to take less than 2 s, but the one from 1 to 4 took 2 s.\n"
                        + "  it began in second 2 (MEASURE)\n");
        assertFailsWith(
                () -> assertThat(plan).series("nodes").delayP99IsBelow(ofMillis(100)),
                "Expected the p99 of the delay to be below 100 ms around each step of nodes, but it was 912.4 ms at"
                        + " the step from 1 to 2.\n"
                        + "  that was in second 3 (MEASURE, phase crowd)\n"
                        + "  the stream then: STUCK, ");
    }

    /** Samples are never exactly on time, and the second one is longer, because samples were missed. */
    @Test
    void secondsOfStepsAreSumsOfLengths() {
        RunResult run = BrokenRun.withLengths(BrokenRun.unbroken(), 1.00002, 3.00001, 1.00002, 1, 1);
        Around delay = new Around(5.0, 912.4, 1.00002 + 3.00001 + 1.00002, 20.0);
        PlanResult latePlan = plan(List.of(step(1, 2, "main", LATENCY, delay)), run);
        assertFailsWith(
                () -> assertThat(latePlan).series("nodes").delayP99IsBelow(ofMillis(100)),
                "Expected the p99 of the delay to be below 100 ms around each step of nodes, but it was 912.4 ms at"
                        + " the step from 1 to 2.\n"
                        + "  that was in second 3 (MEASURE, phase crowd)\n");
    }

    @Test
    void messageShowsValueThatRoundingWouldMakeEqualToLimit() {
        Around delay = new Around(5.0, 5.0001, 3, 5.0);
        assertFailsWith(
                () -> assertThat(plan(List.of(step(1, 2, "main", LATENCY, delay))))
                        .series("nodes")
                        .delayP99IsBelow(ofMillis(5)),
                "Expected the p99 of the delay to be below 5 ms around each step of nodes, but it was 5.0001 ms at ");
    }

    @Test
    void failsWithoutSteps() {
        PlanResult planWithoutSteps = plan(List.of());
        assertFailsWith(
                () -> assertThat(planWithoutSteps).series("nodes").climbsTakeLessThan(ofSeconds(3)),
                "Expected each climb of nodes to take less than 3 s, but there was no step.\n");
        assertFailsWith(
                () -> assertThat(planWithoutSteps).series("nodes").delayP99IsBelow(ofMillis(100)),
                "Expected the p99 of the delay to be below 100 ms around each step of nodes, but there was no step.\n");
        assertFailsWith(
                () -> assertThat(planWithoutSteps).series("nodes").latencyP99IsBelow(ofMillis(100)),
                "Expected the p99 of the writers' latency to be below 100 ms around each step of nodes, but there was no"
                        + " step.\n");
    }

    /** A stream that stands still has no delays, although a load writes. */
    @Test
    void failsIfNothingWasMeasuredAtStepWithLoad() {
        PlanResult stuckPlan = plan(List.of(
                step(1, 2, "main", LATENCY, DELAY), step(2, 4, "main", null, null), step(4, 2, null, null, null)));
        assertFailsWith(
                () -> assertThat(stuckPlan).series("nodes").delayP99IsBelow(ofSeconds(1)),
                "Expected the p99 of the delay to be below 1000 ms around each step of nodes, but it was not measured around"
                        + " the step from 2 to 4.\n");
        assertFailsWith(
                () -> assertThat(stuckPlan).series("nodes").latencyP99IsBelow(ofMillis(1)),
                "Expected the p99 of the writers' latency to be below 1 ms around each step of nodes, but it was not"
                        + " measured around the step from 2 to 4.\n");
    }

    @Test
    void failsIfNothingWasMeasuredWithoutLoads() {
        PlanResult followedPlan = plan(List.of(step(1, 2, null, null, DELAY), step(2, 4, null, null, null)));
        assertFailsWith(
                () -> assertThat(followedPlan).series("nodes").delayP99IsBelow(ofMillis(913)),
                "Expected the p99 of the delay to be below 913 ms around each step of nodes, but it was not measured"
                        + " around the step from 2 to 4.\n");
        assertFailsWith(
                () -> assertThat(followedPlan).series("nodes").latencyP99IsBelow(ofMillis(1)),
                "Expected the p99 of the writers' latency to be below 1 ms around each step of nodes, but it was not"
                        + " measured around the step from 1 to 2.\n");
    }

    @Test
    void softAssertionsContinueWithoutSeries() {
        CdcSoftAssertions softAssertions = new CdcSoftAssertions();
        softAssertions
                .assertThat(plan)
                .series("cpu")
                .hasSteps(3)
                .and()
                .series("nodes")
                .hasSteps(9);
        assertThat(softAssertions.errorsCollected()).hasSize(2);
    }

    private static void assertFailsWith(ThrowingCallable assertion, String beginning) {
        CdcAssertions.assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(assertion)
                .satisfies(error -> assertThat(error.getMessage()).startsWith(beginning));
    }

    private static SeriesStep step(
            double from, double to, @Nullable String load, @Nullable Around latency, @Nullable Around delay) {
        return new SeriesStep(from + 1, from + 2, from, to, null, load, latency, null, delay);
    }

    private static PlanResult plan(List<SeriesStep> steps) {
        return plan(steps, BrokenRun.unbroken());
    }

    private static PlanResult plan(List<SeriesStep> steps, RunResult run) {
        SeriesSteps nodes = new SeriesSteps(
                "nodes", 0, steps, steps.isEmpty() ? List.of() : List.of(new Climb(2, 4, 1, 4, 2, null)));
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                Instant.EPOCH,
                "plan",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(nodes),
                run,
                List.of());
    }
}
