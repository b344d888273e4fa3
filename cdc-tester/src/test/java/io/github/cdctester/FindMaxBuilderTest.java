// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests searches whose runs cannot start. */
final class FindMaxBuilderTest {

    private static PlanBuilder planWithoutServer() {
        return CdcTester.plan()
                // no server listens on this port
                .endpoint(Endpoint.of("jdbc:mariadb://127.0.0.1:1/sbtest", "root", ""))
                .workload(Sysbench.oltpInsert())
                .load(LoadSpec.closedLoop(1))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(5), 0, Duration.ofSeconds(5)));
    }

    @Test
    void rejectsLimitOnUnknownConsumer() {
        FindMaxBuilder search = CdcTester.findMax(planWithoutServer().consumer(ConsumerProbe.named("orders")))
                .limit("consumers.order.delay.p99<1s");
        assertThatThrownBy(search::run)
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("limit: 'consumers.order.delay.p99<1s', must be about one of the consumers orders");
    }

    @Test
    @Timeout(120)
    void endsSearchAfterTwoFailedRuns() {
        List<String> events = new ArrayList<>();
        FindMaxResult search = CdcTester.findMax(planWithoutServer())
                .limit("delay.p99<500ms")
                .settleTimeout(Duration.ZERO)
                .listener(new ExperimentListener() {
                    @Override
                    public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                        events.add("failed " + trial.number());
                    }

                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                        int count = ((FindMaxResult) soFar).steps().size();
                        events.add("step " + trial.number() + " of " + count + ", left " + remaining.trials());
                    }
                })
                .run();

        assertThat(events).containsExactly("failed 1", "step 1 of 1, left 17", "failed 2", "step 2 of 2, left 0");
        assertThat(search.steps())
                .allSatisfy(trial -> {
                    assertThat(trial.rate())
                            .as("a failed run does not change the rate")
                            .isEqualTo(1_000);
                    assertThat(trial.trial().remarks())
                            .singleElement()
                            .satisfies(reason -> assertThat(reason.text())
                                    .contains("127.0.0.1")
                                    .doesNotContain("\n"));
                })
                .extracting(RateTrial::outcome)
                .containsExactly(TrialOutcome.RUN_FAILED, TrialOutcome.RUN_FAILED);
        assertThat(search.endedBecause()).isEqualTo("step 2 failed again");
        assertThat(search.answer().status()).isEqualTo(Status.OPEN);
        assertThat(search.hasFailed()).isTrue();
        assertThat(search.interrupted()).isFalse();
        assertThat(search.isHeld()).isFalse();
    }
}
