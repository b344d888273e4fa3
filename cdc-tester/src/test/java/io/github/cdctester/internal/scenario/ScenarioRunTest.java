// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.internal.run.heartbeat.HeartbeatWriter;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class ScenarioRunTest {

    /** The time limit of the catch-up is 10 min, but a catch-up usually takes seconds. */
    @Test
    void spreadsRandomFaultsOverLoadsOfBacklogPhase() {
        ScenarioFile file = ScenarioReader.read("plan.yaml", """
            phases:
              - backlog: {before: 5s, until: 5s, loads: {main: {workload: oltp_insert, time: 40s}}}
            inject: random seed 42 every 5s
            """);
        Duration measured = plan(file).window().measure();

        assertThat(file.scenario().maxDuration()).isEqualTo(Duration.ofSeconds(612));
        assertThat(measured).isEqualTo(Duration.ofSeconds(40));
        assertThat(file.faults().expanded(measured, EnumSet.of(FaultKind.ROTATE)))
                .hasSize(7);
    }

    @Test
    void writesEnoughHeartbeatsForLoadsOfBacklogPhase() {
        ScenarioFile file = ScenarioReader.read("plan.yaml", """
            phases:
              - backlog: {before: 1s, until: 1s, loads: {main: {workload: oltp_insert, time: 5s}}}
            """);

        assertThat(HeartbeatWriter.interval(plan(file))).isBetween(Duration.ofMillis(33), Duration.ofMillis(34));
    }

    private static Plan plan(ScenarioFile file) {
        return ScenarioRun.plan(file, ScenarioRun.UNKNOWN_ENDPOINT, SubscriberSpec.DEFAULT, Verification.AUTO);
    }
}
