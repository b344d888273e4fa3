// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static java.time.Duration.ofSeconds;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Written like the tests of users. {@link CdcTesterExtensionIT} runs them. */
final class ProbeTestsOfUsers {

    private ProbeTestsOfUsers() {}

    /** The consumer reports some bytes, one transaction, a failure, or nothing. The suites check verdicts. */
    @CdcTest
    static final class UsingProbe {

        @CdcServer
        static final Supplier<Endpoint> SERVER = () -> TestsOfUsers.sharedEndpoint;

        private ConsumerProbe firstProbe;

        @BeforeEach
        void before(ConsumerProbe probe) {
            firstProbe = probe;
        }

        private static RunResult runWithOneReport(PlanBuilder plan, ConsumerProbe probe) {
            return TestsOfUsers.withEndlessRun(plan)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 20, ofSeconds(1)))
                    .listener(new RunListener() {
                        @Override
                        public void step(String step) {
                            if (step.equals("measuring")) {
                                probe.bytes(7);
                            }
                        }
                    })
                    .run();
        }

        @Test
        void planBeforeProbe(PlanBuilder plan, ConsumerProbe probe) {
            assertThat(probe).isSameAs(firstProbe);
            assertThat(runWithOneReport(plan, probe).consumers())
                    .singleElement()
                    .satisfies(consumer -> {
                        assertThat(consumer.name()).isEqualTo("consumer");
                        assertThat(consumer.bytes()).isPositive();
                    });
        }

        @Test
        void allPlansContainProbe(PlanBuilder plan, PlanBuilder secondPlan) {
            TestsOfUsers.withShortRun(plan)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 20, ofSeconds(1))) // the consumer reports nothing
                    .run();
            assertThat(runWithOneReport(secondPlan, firstProbe).consumers()).hasSize(1);
        }

        @Test
        void probeReceivesNothing(PlanBuilder plan) {
            assertThat(TestsOfUsers.withShortRun(plan)
                            .window(new Window(Duration.ZERO, Duration.ZERO, 5, ofSeconds(1)))
                            .run()
                            .consumers())
                    .hasSize(1);
        }

        @Test
        void consumerFailsBeforeRun(PlanBuilder plan) {
            firstProbe.failed(new IllegalStateException("cannot log in"));
            TestsOfUsers.withShortRun(plan)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 5, ofSeconds(60))) // ends before the drain timeout
                    .run();
        }

        @Test
        void probeWithoutRun() {
            firstProbe.recordTransaction("0-1-1");
        }

        @Test
        void failsForAnotherReason() {
            throw new IllegalStateException("theirs");
        }
    }

    static final class ProbeAfterPlan {

        @CdcServer
        private final Supplier<Endpoint> server = () -> TestsOfUsers.sharedEndpoint;

        private PlanBuilder firstPlan;

        @BeforeEach
        void before(PlanBuilder plan) {
            firstPlan = plan;
        }

        @CdcTest
        void planContainsProbe(ConsumerProbe probe) {
            assertThat(UsingProbe.runWithOneReport(firstPlan, probe).consumers())
                    .hasSize(1);
        }
    }
}
