// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the conditions that end a sweep early. */
final class SweepUntilTest extends SimulatedSweeps {

    @Test
    void untilConditionEndsSweepAfterAllRepeatsOfStep() {
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                2,
                List.of(Limit.parse("until", "delay.p99>1ms")),
                OnError.CONTINUE,
                Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener());

        assertThat(sweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.DONE, Status.SKIPPED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).startsWith("step 1 met delay.p99>1ms: ");
        assertThat(log).doesNotContain("settle");
    }

    @Test
    void untilConditionEndsSweepIfLastRepeatFailed() {
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                2,
                List.of(Limit.parse("until", "delay.p99>1ms")),
                OnError.CONTINUE,
                Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener() {
            @Override
            public void trialBegins(TrialHead trial, Remaining remaining) {
                failingThreads = trial.repeat() == 2 ? 1 : 0;
            }
        });

        assertThat(sweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).startsWith("step 1 met delay.p99>1ms: ");
    }

    @Test
    void evaluatesUntilConditionOnConsumer() {
        result = JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"));
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                1,
                List.of(Limit.parse("until", "consumers.orders.verdict!=LOSSLESS")),
                OnError.CONTINUE,
                Duration.ZERO);

        judgedConsumers = List.of(ConsumerProbe.named("orders"));
        assertThat(run(plan, new RecordingListener()).endedBecause()).isNull();

        judgedConsumers = List.of(ConsumerProbe.named("other"));
        assertThatThrownBy(() -> run(plan, new RecordingListener()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("until: 'consumers.orders.verdict!=LOSSLESS', must be about one of the consumers other");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "consumers.orders.delay.p99>1s",
                "consumers.orders.delay.p99<1s",
                "consumers.orders.verdict!=LOSSLESS",
                "consumers.orders.verdict=LOSSLESS"
            })
    void unknownValueDoesNotEndSweep(String condition) {
        judgedConsumers = List.of(ConsumerProbe.named("orders"));
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2), 1, List.of(Limit.parse("until", condition)), OnError.CONTINUE, Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener());

        assertThat(sweep.endedBecause()).isNull();
        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(log).contains("note step 1 has no value for " + condition + "; the sweep continues");
    }

    @Test
    void majorityCountsOnlyRunsWithKnownValue() {
        SweepPlan plan = new SweepPlan(
                SweepAxis.threads(1, 2),
                3,
                List.of(Limit.parse("until", "verdict!=LOSSLESS")),
                OnError.CONTINUE,
                Duration.ZERO);

        SweepResult sweep = run(plan, new RecordingListener() {
            @Override
            public void trialBegins(TrialHead trial, Remaining remaining) {
                result = RunResults.of(
                        1_000, 0.1, 0.1, trial.repeat() == 1 ? Verdict.Status.LOST : Verdict.Status.NOT_CHECKED);
            }
        });

        assertThat(sweep.endedBecause()).startsWith("step 1 met verdict!=LOSSLESS: ");
        assertThat(log).noneMatch(line -> line.startsWith("note "));
    }
}
