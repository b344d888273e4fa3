// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Trials take 10 s on four processors. */
final class SearchBoundTest {

    private static final RateTrial PASSED_TRIAL = trial(TrialOutcome.HELD, run(0.5, 1, null));

    @Test
    void loadGeneratorIsCauseIfItOmitsStarts() {
        assertThat(boundOfUndelivered(LimitedBy.TESTER, run(0.5, 4, 40.0))).isEqualTo(Bound.WRITER);
        assertThat(boundOfUndelivered(LimitedBy.TESTER, run(0.5, 4, null)))
                .as("the machine's CPU usage is unknown")
                .isEqualTo(Bound.WRITER);
        assertThat(boundOfUndelivered(null, run(0.5, 33, 99.0)))
                .as("this process used 82 % of all processors")
                .isEqualTo(Bound.WRITER);
    }

    @Test
    void fewThreadsAreCauseIfServerIsFast() {
        assertThat(boundOfUndelivered(LimitedBy.SERVER, run(0.6, 4, 40.0))).isEqualTo(Bound.WRITER);
        assertThat(boundOfUndelivered(LimitedBy.SERVER, run(1.1, 4, 40.0)))
                .as("transactions take twice as long")
                .isEqualTo(Bound.SERVER);
    }

    @Test
    void machineIsCauseIfOtherProgramsUseIt() {
        assertThat(boundOfUndelivered(LimitedBy.TESTER, run(0.5, 4, 95.0))).isEqualTo(Bound.MACHINE);
        assertThat(boundOfUndelivered(LimitedBy.SERVER, run(5, 4, 95.0))).isEqualTo(Bound.MACHINE);
    }

    @Test
    void readerIsCauseOnlyIfBacklogGrows() {
        RunResult busyRun = run(0.5, 4, 99.0);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.TESTER, busyRun))
                .isEqualTo(Bound.READER);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.SERVER, busyRun))
                .isEqualTo(Bound.SERVER);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.MACHINE, busyRun))
                .isEqualTo(Bound.MACHINE);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.NONE, busyRun)).isNull();
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, null, busyRun)).isNull();
        assertThat(boundOf(TrialOutcome.LIMIT_BROKE, LimitedBy.NONE, busyRun)).isEqualTo(Bound.LIMIT);
        assertThat(Bound.SERVER.isOfTester() || Bound.LIMIT.isOfTester()).isFalse();
    }

    @Test
    void consumerIsCauseUnlessProcessorsAreBusy() {
        RunResult idleRun = run(0.5, 4, 40.0);
        RunResult busyRun = run(0.5, 4, 95.0);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.CONSUMER, idleRun))
                .isEqualTo(Bound.CONSUMER);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.CONSUMER, run(0.5, 4, null)))
                .as("the machine's CPU usage is unknown")
                .isEqualTo(Bound.CONSUMER);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.CONSUMER, busyRun))
                .isEqualTo(Bound.MACHINE);
        assertThat(boundOf(TrialOutcome.BACKLOG_GREW, LimitedBy.CONSUMER, run(0.5, 33, 80.0)))
                .isEqualTo(Bound.WRITER);
        assertThat(boundOf(TrialOutcome.LIMIT_BROKE, LimitedBy.CONSUMER, idleRun))
                .isEqualTo(Bound.CONSUMER);
        assertThat(boundOf(TrialOutcome.LIMIT_BROKE, LimitedBy.CONSUMER, busyRun))
                .isEqualTo(Bound.LIMIT);
        assertThat(boundOfUndelivered(LimitedBy.TESTER, idleRun)).isEqualTo(Bound.WRITER);
        assertThat(Bound.CONSUMER.isOfTester()).isFalse();
    }

    private static @Nullable Bound boundOfUndelivered(@Nullable LimitedBy limitedBy, RunResult run) {
        return boundOf(TrialOutcome.NOT_DELIVERED, limitedBy, run);
    }

    private static @Nullable Bound boundOf(TrialOutcome outcome, @Nullable LimitedBy limitedBy, RunResult run) {
        RateTrial failedTrial = trial(outcome, run);
        return new SearchBound(4).of(failedTrial, limitedBy, List.of(PASSED_TRIAL, failedTrial));
    }

    private static RateTrial trial(TrialOutcome outcome, RunResult run) {
        return new RateTrial(
                new Trial(
                                1,
                                1,
                                100,
                                "100",
                                Trial.Status.DONE,
                                null,
                                "step-01",
                                true,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                run)
                        .with(List.of(), List.of(), Map.of()),
                Purpose.RAMP,
                outcome,
                null,
                null);
    }

    private static RunResult run(double serviceMillis, double cpuSeconds, @Nullable Double machineCpuPercent) {
        RunResult run = TrialResults.withSkippedStarts(TrialResults.steadyRun(), 250, 100, serviceMillis);
        Summary summary = run.summary();
        return TrialResults.withSummary(
                run,
                new Summary(
                        summary.seconds(),
                        summary.cdc(),
                        List.of(),
                        null,
                        summary.write(),
                        new TesterSummary(cpuSeconds, null, 0.4, machineCpuPercent, 0, 1, 0, 0, 0, List.of()),
                        List.of()),
                run.verdict(),
                run.samples());
    }
}
