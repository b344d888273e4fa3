// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.experiment.TrialJudge.Judgement;
import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The run has a fixed rate. Its p99 delay is 3 ms. */
final class TrialJudgeTest {

    private static final RunResult GOOD_RUN = RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS);

    private final TrialJudge judge = new TrialJudge(List.of(Limit.parseRequired("limit", "delay.p99<500ms")));

    @Test
    void passesIfStreamKeepsUp() {
        Judgement judgement = judge.judge(TrialResults.steadyRun());
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.HELD);
        assertThat(judgement.reasons()).isEmpty();
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.NONE);
        assertThat(judgement.limitChecks()).extracting(Check::held).containsExactly(true);
        assertThat(judgement.backlogGrowthPercent()).isCloseTo(0, within(1.0));
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void badConsumerVerdictFailsTrial() {
        RunResult losslessRun = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));
        assertThat(judge.judge(losslessRun).outcome()).isEqualTo(TrialOutcome.HELD);
        RunResult tornRun = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));
        assertThat(judge.judge(tornRun).outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(judge.judge(tornRun).reasons())
                .extracting(Note::text)
                .containsExactly("verdict of consumer orders: LOST 2");
    }

    @Test
    void growingBacklogFailsEvenIfLimitIsMet() {
        // the load is 3 % above the stream's capacity: after 10 s the delay is 0.3 s, which is still within the limit
        Judgement judgement = judge.judge(TrialResults.with(GOOD_RUN, i -> 2.0 + 30 * i, i -> 1_000L + 1_546L * i));
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.limitChecks()).extracting(Check::held).containsExactly(true);
        assertThat(judgement.reasons())
                .extracting(Note::text)
                .containsExactly("the backlog grew: 3.0 % of the committed data stayed behind");
        assertThat(judgement.backlogGrowthPercent()).isCloseTo(3.0, within(0.01));
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.SERVER);
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.OVERLOADED);
    }

    @Test
    void bytesOrDelayRevealGrowingBacklog() {
        RunResult growingBytes = TrialResults.with(GOOD_RUN, i -> null, i -> 1_000L + 1_546L * i);
        RunResult growingDelay = TrialResults.with(GOOD_RUN, i -> 2.0 + 30 * i, i -> null);
        for (RunResult result : List.of(growingBytes, growingDelay)) {
            assertThat(judge.judge(result).outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
            assertThat(judge.judge(result).backlogGrowthPercent()).isCloseTo(3.0, within(0.01));
        }
    }

    @Test
    void slightGrowthFailsButIsNotClearOverload() {
        Judgement judgement = judge.judge(TrialResults.with(GOOD_RUN, i -> 2.0 + 15 * i, i -> null));
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.FAILED);
        assertThat(judgement.reached()).isNull();
    }

    @Test
    void acceptsTemporaryDelay() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            RunResult result = TrialResults.with(
                    GOOD_RUN,
                    i -> 20 + 8 * random.nextGaussian(),
                    i -> 20_000 + (long) (1_000 * random.nextGaussian()));
            assertThat(judge.judge(result).outcome()).as("seed %s", seed).isEqualTo(TrialOutcome.HELD);
        }
        // the stream stalls in the middle of the run, and then catches up
        RunResult stalledRun =
                TrialResults.with(GOOD_RUN, i -> i == 4 || i == 5 ? 900.0 : 3.0, i -> i == 4 ? 45_000L : 500L);
        assertThat(judge.judge(stalledRun).outcome()).isEqualTo(TrialOutcome.HELD);
    }

    @Test
    void reportsReachedRateOfClearOverload() {
        RunResult lateRun =
                RunResults.of(1_000, 2.5, 0.1, Verdict.Status.LOSSLESS); // 1,000 transactions in 12.5 s instead of 10 s
        Judgement judgement = judge.judge(TrialResults.with(lateRun, i -> 2.0 + 200 * i, i -> null));
        assertThat(judgement.reasons()).extracting(Note::code).containsExactly(Code.BACKLOG_GREW, Code.CATCH_UP_LATE);
        assertThat(judgement.reasons().get(1).arguments()).containsExactly(entry("seconds", 2.5));
        assertThat(judgement.reached()).isCloseTo(80, within(0.01));
    }

    @Test
    void unreachedStreamEndIsGrowingBacklog() {
        RunResult runBehind = RunResults.of(1_000, 0, 0.1, Verdict.Status.BEHIND);
        Judgement judgement = judge.judge(TrialResults.with(runBehind, i -> 2.0, i -> null));
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.reasons()).containsExactly(Note.of(Code.STREAM_END_NOT_SEEN));
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void brokenLimitAloneIsNotClearOverload() {
        TrialJudge strictJudge = new TrialJudge(List.of(Limit.parseRequired("limit", "delay.p99<=2ms")));
        Judgement judgement = strictJudge.judge(TrialResults.steadyRun());
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(judgement.reasons())
                .containsExactly(
                        Note.of(Code.LIMIT_BROKEN, "limit", "delay.p99<=2ms", "found", "cdc.delay.p99Millis is 3 ms"));
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void reportsCauseOfUndeliveredLoad() {
        // 4 workers with 40 ms per transaction execute at most 100 transactions/s
        Judgement slowServerJudgement =
                judge.judge(TrialResults.withSkippedStarts(TrialResults.steadyRun(), 250, 100, 40));
        assertThat(slowServerJudgement.outcome()).isEqualTo(TrialOutcome.NOT_DELIVERED);
        assertThat(slowServerJudgement.reasons())
                .containsExactly(Note.of(
                        Code.LOAD_NOT_DELIVERED,
                        "leftOutPercent",
                        20.0,
                        "reachedPerSecond",
                        100.0,
                        "threads",
                        4,
                        "waitedPercent",
                        100.0));
        assertThat(slowServerJudgement.limitedBy()).isEqualTo(LimitedBy.SERVER);
        assertThat(slowServerJudgement.reached()).isEqualTo(100);
        assertThat(slowServerJudgement.searchOutcome()).isEqualTo(Outcome.OVERLOADED);
        Judgement idleWorkersJudgement =
                judge.judge(TrialResults.withSkippedStarts(TrialResults.steadyRun(), 250, 100, 1));
        assertThat(idleWorkersJudgement.limitedBy()).isEqualTo(LimitedBy.TESTER);
        assertThat(idleWorkersJudgement.reasons().get(0).arguments())
                .containsEntry("idlePercent", 97.5)
                .doesNotContainKey("threads");
    }

    @Test
    void ignoresFewSkippedStartsAtRunEnd() {
        assertThat(judge.judge(TrialResults.withSkippedStarts(TrialResults.steadyRun(), 2, 10, 1))
                        .outcome())
                .isEqualTo(TrialOutcome.HELD);
    }

    @Test
    void failsIfVerdictIsNotLossless() {
        RunResult lossyRun = RunResults.of(1_000, 0, 0.1, Verdict.Status.LOST);
        Judgement judgement = judge.judge(TrialResults.with(lossyRun, i -> 2.0, i -> 0L));
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(judgement.reasons().get(0).text()).startsWith("verdict LOST");
    }

    @Test
    void failedCheckOfRunIsBrokenLimit() {
        RunResult runWithFailedCheck = RunResults.of(
                1_000, 0, 0.1, Verdict.Status.LOSSLESS, List.of(new Check("errors>0", 3.0, false, "3 errors")));
        assertThat(judge.judge(TrialResults.with(runWithFailedCheck, i -> 2.0, i -> 0L))
                        .reasons())
                .containsExactly(Note.of(Code.LIMIT_BROKEN, "limit", "errors>0", "found", "3 errors"));
    }

    @Test
    void overloadIsUncertainIfStreamWasNotIdle() {
        Judgement growingBacklog = judge.judge(TrialResults.with(GOOD_RUN, i -> 2.0 + 30 * i, i -> null));
        assertThat(growingBacklog.withIdleStart(true).searchOutcome()).isEqualTo(Outcome.OVERLOADED);
        assertThat(growingBacklog.withIdleStart(null).searchOutcome()).isEqualTo(Outcome.OVERLOADED);
        assertThat(growingBacklog.withIdleStart(false).searchOutcome()).isEqualTo(Outcome.FAILED);
        assertThat(growingBacklog.withIdleStart(false).reasons()).endsWith(Note.of(Code.NOT_IDLE_BEFORE));
        assertThat(Judgement.ofFailedRun("gone").searchOutcome()).isEqualTo(Outcome.NOT_MEASURED);
    }
}
