// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.experiment.TrialJudge.Judgement;
import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.FindMaxResult.ConsumerLimit;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writers commit 100 transactions/s. The consumer's total rate is always 33.3 transactions/s, whatever its samples contain. */
final class ConsumerBacklogTest {

    private static final ConsumerResult ORDERS = ConsumerResultCopy.of(JudgedResult.lossless("orders"))
            .verdict(TrialResults.steadyRun().verdict())
            .build();

    private static final RunResult GROWING_BACKLOG =
            TrialResults.withConsumer(TrialResults.steadyRun(), ORDERS, i -> 97, i -> 3L * (i + 1));

    private static Judgement judge(RunResult run, String... limits) {
        return new TrialJudge(List.of(limits).stream()
                        .map(limit -> Limit.parseRequired("limit", limit))
                        .toList())
                .judge(run);
    }

    @Test
    void passesIfConsumerKeepsUp() {
        RunResult steadyRun = TrialResults.withConsumer(TrialResults.steadyRun(), ORDERS, i -> 100, i -> 2L + i % 2);
        assertThat(judge(steadyRun).outcome()).isEqualTo(TrialOutcome.HELD);
        assertThat(judge(steadyRun).consumer()).isNull();
    }

    @Test
    void growingBacklogFailsTrial() {
        Judgement judgement = judge(GROWING_BACKLOG);
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.reasons())
                .extracting(Note::text)
                .containsExactly("the backlog of consumer orders grew: 3.0 % of the commits stayed behind; it completed"
                        + " 33.3 transactions/s and was 30 transactions behind at the end");
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.CONSUMER);
        assertThat(judgement.consumer().name()).isEqualTo("orders");
        assertThat(judgement.consumer().backlogGrowthPercent()).isCloseTo(3, within(0.01));
        assertThat(judgement.backlogGrowthPercent())
                .as("growth of the stream's backlog")
                .isCloseTo(0, within(1.0));
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.OVERLOADED);
        assertThat(judgement.reached()).isEqualTo(33.3);
    }

    @Test
    void namesSlowerOfTwoConsumers() {
        RunResult run = JudgedResult.of(GROWING_BACKLOG.samples(), List.of(), JudgedResult.lossless("other"), ORDERS);
        assertThat(judge(run).consumer()).isEqualTo(judge(GROWING_BACKLOG).consumer());
    }

    /** Limits distinguish consumers by case, but not the word "consumers". */
    @Test
    void limitConcernsConsumerOfSameCase() {
        RunResult run = JudgedResult.of(
                TrialResults.steadyRun().samples(),
                List.of(),
                JudgedResult.lossless("ORDERS"),
                JudgedResult.lossless("orders"));
        Judgement judgement = judge(run, "Consumers.orders.delay.p99<5ms");
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.CONSUMER);
        assertThat(judgement.consumer().name()).isEqualTo("orders");
    }

    @Test
    void ignoresBacklogOfWarmUp() {
        // for 4 s the consumer completes transactions of the warm-up, then it is faster than the writers
        RunResult runWithLateStart = TrialResults.withConsumer(
                TrialResults.steadyRun(),
                ORDERS,
                i -> i < 4 ? 0 : 102,
                i -> i < 4 ? 100L * (i + 1) : 400 - 2L * (i - 3));
        assertThat(judge(runWithLateStart).outcome()).isEqualTo(TrialOutcome.HELD);
    }

    @Test
    void silentConsumerFallsBehind() {
        RunResult silentRun = TrialResults.withConsumer(TrialResults.steadyRun(), ORDERS, i -> 0, i -> 100L * (i + 1));
        assertThat(judge(silentRun).outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judge(silentRun).consumer().backlogGrowthPercent()).isCloseTo(100, within(0.01));
        RunResult runWithLateSlowConsumer =
                TrialResults.withConsumer(TrialResults.steadyRun(), ORDERS, i -> i < 7 ? 0 : 10, i -> 100L * (i + 1));
        assertThat(judge(runWithLateSlowConsumer).outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
    }

    @Test
    void lostTransactionsAreReportedAsBrokenLimit() {
        RunResult losingRun = TrialResults.withConsumer(
                TrialResults.steadyRun(), JudgedResult.torn("orders"), i -> 97, i -> 3L * (i + 1));
        assertThat(judge(losingRun).outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(judge(losingRun).limitedBy()).isEqualTo(LimitedBy.CONSUMER);
    }

    @Test
    void backlogOfStreamTakesPrecedence() {
        RunResult runWithBothBacklogs = TrialResults.withConsumer(
                TrialResults.with(
                        RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS), i -> 2.0 + 50 * i, i -> null),
                ORDERS,
                i -> 97,
                i -> 3L * (i + 1));
        Judgement judgement = judge(runWithBothBacklogs);
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.SERVER);
        assertThat(judgement.consumer()).isNull();
        assertThat(judgement.reasons())
                .extracting(Note::code)
                .containsExactly(Code.BACKLOG_GREW, Code.CONSUMER_BACKLOG_GREW);
    }

    @Test
    void undeliveredLoadTakesPrecedence() {
        Judgement judgement = judge(TrialResults.withSkippedStarts(GROWING_BACKLOG, 250, 100, 1));
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.NOT_DELIVERED);
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.TESTER);
        assertThat(judgement.consumer()).isNull();
        assertThat(judgement.reached()).as("rate of the consumer").isEqualTo(33.3);
    }

    @Test
    void namesConsumerIfOnlyItsLimitIsBroken() {
        RunResult steadyRun = TrialResults.withConsumer(TrialResults.steadyRun(), ORDERS, i -> 100, i -> 2L + i % 2);
        Judgement consumerLimitBroken = judge(steadyRun, "delay.p99<500ms", "CONSUMERS.orders.delay.p99<5ms");
        assertThat(consumerLimitBroken.outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(consumerLimitBroken.limitedBy()).isEqualTo(LimitedBy.CONSUMER);
        assertThat(consumerLimitBroken.consumer())
                .extracting(ConsumerLimit::name)
                .isEqualTo("orders");
        Judgement bothLimitsBroken = judge(steadyRun, "delay.p99<1ms", "consumers.orders.delay.p99<5ms");
        assertThat(bothLimitsBroken.limitedBy()).isEqualTo(LimitedBy.NONE);
        assertThat(bothLimitsBroken.consumer()).isNull();
    }

    @Test
    void clearOverloadEndsTrialEarly() {
        assertThat(secondsUntilEarlyEnd(30)).isEqualTo(5);
        assertThat(secondsUntilEarlyEnd(3)).as("no early end").isZero();
    }

    private static int secondsUntilEarlyEnd(long growthPerSecond) {
        TrialWatch watch = new TrialWatch(Duration.ofSeconds(TrialResults.SECONDS));
        RunResult run = TrialResults.withConsumer(
                TrialResults.steadyRun(), ORDERS, i -> 100 - growthPerSecond, i -> growthPerSecond * (i + 1));
        for (SampleRow row : run.samples()) {
            watch.sample(row);
            if (watch.isMet()) {
                return (int) row.second();
            }
        }
        return 0;
    }
}
