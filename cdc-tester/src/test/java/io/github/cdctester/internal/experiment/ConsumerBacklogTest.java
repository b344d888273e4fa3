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

/**
 * Trials in which a consumer keeps up or falls behind. The writers commit 100 transactions per second; the result of the consumer
 * reports 33.3 per second.
 */
final class ConsumerBacklogTest {

    private static final ConsumerResult ORDERS = ConsumerResultCopy.of(JudgedResult.lossless("orders"))
            .verdict(TrialResults.steady().verdict())
            .build();

    private static final RunResult GROWING_BACKLOG =
            TrialResults.judging(TrialResults.steady(), ORDERS, i -> 97, i -> 3L * (i + 1));

    private static Judgement judge(RunResult run, String... limits) {
        return new TrialJudge(List.of(limits).stream()
                        .map(limit -> Limit.mustHold("limit", limit))
                        .toList())
                .judge(run);
    }

    @Test
    void passesIfConsumerKeepsUp() {
        RunResult steady = TrialResults.judging(TrialResults.steady(), ORDERS, i -> 100, i -> 2L + i % 2);
        assertThat(judge(steady).outcome()).isEqualTo(TrialOutcome.HELD);
        assertThat(judge(steady).consumer()).isNull();
    }

    @Test
    void growingBacklogFailsTheRate() {
        Judgement judgement = judge(GROWING_BACKLOG);
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.reasons())
                .extracting(Note::text)
                .containsExactly("the backlog of consumer orders grew: 3.0 % of the commits stayed behind; it completed"
                        + " 33.3 transactions/s and was 30 transactions behind at the end");
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.CONSUMER);
        assertThat(judgement.consumer().name()).isEqualTo("orders");
        assertThat(judgement.consumer().backlogGrowthPercent()).isCloseTo(3, within(0.01));
        assertThat(judgement.backlogGrowthPercent()).as("the stream").isCloseTo(0, within(1.0));
        assertThat(judgement.searchOutcome()).isEqualTo(Outcome.OVERLOADED);
        assertThat(judgement.reached()).isEqualTo(33.3);
    }

    @Test
    void namesTheSlowestOfTwoConsumers() {
        RunResult run = JudgedResult.of(GROWING_BACKLOG.samples(), List.of(), JudgedResult.lossless("other"), ORDERS);
        assertThat(judge(run).consumer()).isEqualTo(judge(GROWING_BACKLOG).consumer());
    }

    @Test
    void restOfWarmUpIsNoBacklog() {
        // the consumer completes the warm-up's transactions for 4 s, and is faster than the writers
        RunResult late = TrialResults.judging(
                TrialResults.steady(), ORDERS, i -> i < 4 ? 0 : 102, i -> i < 4 ? 100L * (i + 1) : 400 - 2L * (i - 3));
        assertThat(judge(late).outcome()).isEqualTo(TrialOutcome.HELD);
    }

    @Test
    void silentConsumerFallsBehind() {
        RunResult silent = TrialResults.judging(TrialResults.steady(), ORDERS, i -> 0, i -> 100L * (i + 1));
        assertThat(judge(silent).outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judge(silent).consumer().backlogGrowthPercent()).isCloseTo(100, within(0.01));
        RunResult tooLate =
                TrialResults.judging(TrialResults.steady(), ORDERS, i -> i < 7 ? 0 : 10, i -> 100L * (i + 1));
        assertThat(judge(tooLate).outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
    }

    @Test
    void lostTransactionsAreNoBacklog() {
        RunResult losing =
                TrialResults.judging(TrialResults.steady(), JudgedResult.torn("orders"), i -> 97, i -> 3L * (i + 1));
        assertThat(judge(losing).outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(judge(losing).limitedBy()).isEqualTo(LimitedBy.CONSUMER);
    }

    @Test
    void streamTakesPrecedence() {
        RunResult both = TrialResults.judging(
                TrialResults.with(
                        RunResults.of(1_000, 0.1, 0.1, Verdict.Status.LOSSLESS), i -> 2.0 + 50 * i, i -> null),
                ORDERS,
                i -> 97,
                i -> 3L * (i + 1));
        Judgement judgement = judge(both);
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.BACKLOG_GREW);
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.SERVER);
        assertThat(judgement.consumer()).isNull();
        assertThat(judgement.reasons())
                .extracting(Note::code)
                .containsExactly(Code.BACKLOG_GREW, Code.CONSUMER_BACKLOG_GREW);
    }

    @Test
    void undeliveredLoadTakesPrecedence() {
        Judgement judgement = judge(TrialResults.leavingOut(GROWING_BACKLOG, 250, 100, 1));
        assertThat(judgement.outcome()).isEqualTo(TrialOutcome.NOT_DELIVERED);
        assertThat(judgement.limitedBy()).isEqualTo(LimitedBy.TESTER);
        assertThat(judgement.consumer()).isNull();
        assertThat(judgement.reached()).as("the next rate is the consumer's").isEqualTo(33.3);
    }

    @Test
    void namesConsumerIfOnlyItsLimitIsBroken() {
        RunResult steady = TrialResults.judging(TrialResults.steady(), ORDERS, i -> 100, i -> 2L + i % 2);
        Judgement ofConsumer = judge(steady, "delay.p99<500ms", "CONSUMERS.orders.delay.p99<5ms");
        assertThat(ofConsumer.outcome()).isEqualTo(TrialOutcome.LIMIT_BROKE);
        assertThat(ofConsumer.limitedBy()).isEqualTo(LimitedBy.CONSUMER);
        assertThat(ofConsumer.consumer()).extracting(ConsumerLimit::name).isEqualTo("orders");
        Judgement ofBoth = judge(steady, "delay.p99<1ms", "consumers.orders.delay.p99<5ms");
        assertThat(ofBoth.limitedBy()).isEqualTo(LimitedBy.NONE);
        assertThat(ofBoth.consumer()).isNull();
    }

    @Test
    void clearOverloadEndsTheTrial() {
        assertThat(secondsUntilEnd(30)).isEqualTo(5);
        assertThat(secondsUntilEnd(3)).isZero();
    }

    private static int secondsUntilEnd(long growthPerSecond) {
        TrialWatch watch = new TrialWatch(Duration.ofSeconds(TrialResults.SECONDS));
        RunResult run = TrialResults.judging(
                TrialResults.steady(), ORDERS, i -> 100 - growthPerSecond, i -> growthPerSecond * (i + 1));
        for (SampleRow row : run.samples()) {
            watch.sample(row);
            if (watch.isMet()) {
                return (int) row.second();
            }
        }
        return 0;
    }
}
