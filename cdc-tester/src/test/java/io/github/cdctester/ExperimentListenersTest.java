// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An experiment without a listener of its own uses the listener of its plan. */
@Timeout(120)
final class ExperimentListenersTest {

    private final List<String> planSteps = new ArrayList<>();
    private final List<String> ownSteps = new ArrayList<>();

    private final PlanBuilder plan = CdcTester.plan()
            // no server listens on this port
            .endpoint(Endpoint.of("jdbc:mariadb://127.0.0.1:1/sbtest", "root", ""))
            .listener(new RunListener() {
                @Override
                public void step(String step) {
                    planSteps.add(step);
                }
            });

    private final ExperimentListener ownListener = new ExperimentListener() {
        @Override
        public void step(String step) {
            ownSteps.add(step);
        }
    };

    private SweepBuilder sweep() {
        plan.workload(Sysbench.oltpInsert()).window(new Window(Duration.ZERO, Duration.ofSeconds(1), 0, Duration.ZERO));
        return CdcTester.sweep(plan, SweepAxis.threads(1)).settleTimeout(Duration.ZERO);
    }

    private FindMaxBuilder search() {
        plan.workload(Sysbench.oltpInsert()).window(new Window(Duration.ZERO, Duration.ofSeconds(5), 0, Duration.ZERO));
        return CdcTester.findMax(plan).limit("delay.p99<500ms").settleTimeout(Duration.ZERO);
    }

    private PlanFile planFile(Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), """
                phases:
                  - loads:
                      main: {workload: oltp_insert, threads: 1, time: 1s}
                """);
        return CdcTester.planFile(file).plan(plan);
    }

    @Test
    void sweepUsesListenerOfPlan() {
        sweep().run();
        assertThat(planSteps).isNotEmpty();
    }

    @Test
    void listenerOfSweepReplacesListenerOfPlan() {
        sweep().listener(ownListener).run();
        assertThat(ownSteps).isNotEmpty();
        assertThat(planSteps).isEmpty();
    }

    @Test
    void listenerOfPlanAlsoReceivesEventsOfSweep() {
        plan.listener(new ExperimentListener() {
            @Override
            public void experimentBegins(int trials, Remaining remaining) {
                planSteps.add("begins");
            }

            @Override
            public void step(String step) {
                planSteps.add("step");
            }
        });
        sweep().run();
        assertThat(planSteps).startsWith("begins").contains("step");
    }

    @Test
    void searchUsesListenerOfPlan() {
        search().run();
        assertThat(planSteps).isNotEmpty();
    }

    @Test
    void listenerOfSearchReplacesListenerOfPlan() {
        search().listener(ownListener).run();
        assertThat(ownSteps).isNotEmpty();
        assertThat(planSteps).isEmpty();
    }

    @Test
    void planFileUsesListenerOfPlan(@TempDir Path directory) throws IOException {
        PlanFile file = planFile(directory);
        assertThat(catchThrowable(file::run)).hasMessageContaining("127.0.0.1");
        assertThat(planSteps).isNotEmpty();
    }

    @Test
    void listenerOfPlanFileReplacesListenerOfPlan(@TempDir Path directory) throws IOException {
        PlanFile file = planFile(directory).listener(ownListener);
        assertThat(catchThrowable(file::run)).hasMessageContaining("127.0.0.1");
        assertThat(ownSteps).isNotEmpty();
        assertThat(planSteps).isEmpty();
    }
}
