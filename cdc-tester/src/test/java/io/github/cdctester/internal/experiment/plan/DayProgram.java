// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.SimulatedDay;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a plan with a phase of a day and a phase of a minute, in a process with little memory. Prints that it is done,
 * or an error.
 */
public final class DayProgram {

    static final String DONE = "a day, exact";

    private static final int DAY = 86_400;

    private DayProgram() {}

    public static void main(String[] directory) {
        NamedLoad load = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named("main")
                .between(Duration.ZERO, Duration.ofSeconds(DAY));
        SimulatedDay day = new SimulatedDay();
        PlanResult result = new PhasedRun(
                        new Scenario(
                                "day.yaml",
                                "",
                                List.of(load),
                                List.of(
                                        new PlannedPhase.Loads("day", List.of("main")),
                                        new PlannedPhase.Observe("rest", Duration.ofSeconds(60), Optional.empty())),
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of()),
                        new PlannedRun(settings(load), new LoadWorkloads()),
                        new ExperimentListener() {},
                        Optional::empty,
                        Optional.of(Path.of(directory[0])),
                        day::run)
                .run();
        assertThat(result.failure()).isNull();
        assertThat(result.steps()).extracting(PhaseResult::name).containsExactly("day", "rest");
        assertExact(result.steps().get(0));
        assertThat(day.latency().count()).isEqualTo((DAY + 60L) * SimulatedDay.TRANSACTIONS);
        assertThat(result.steps().get(1).result().summary().cdc().transactions())
                .isEqualTo(60L * (SimulatedDay.TRANSACTIONS + 1));
        assertThat(result.steps().get(1).result().samples()).hasSize(60);
        assertThat(result.series())
                .hasSize(SimulatedDay.PROBES)
                .allSatisfy(series -> assertThat(series.steps()).hasSize(2));
        System.out.println(DONE);
    }

    private static void assertExact(PhaseResult day) {
        CdcSummary cdc = day.result().summary().cdc();
        long transactions = (long) DAY * SimulatedDay.TRANSACTIONS;
        assertThat(cdc.transactions()).isEqualTo(transactions + DAY);
        assertThat(cdc.events()).isEqualTo(transactions + 2L * DAY);
        assertThat(cdc.heartbeats())
                .isEqualTo(new CdcSummary.Heartbeats(DAY, 2L * DAY, (long) DAY * SimulatedDay.HEARTBEAT_BYTES));
        assertThat(cdc.bytes())
                .isEqualTo(transactions * SimulatedDay.BYTES + cdc.heartbeats().bytes());
        DurationSummary delay = cdc.delay();
        assertThat(delay.count()).isEqualTo(transactions);
        assertThat(delay.meanMillis()).isCloseTo(0.5005, withinPercentage(0.1));
        assertThat(delay.p50Millis()).isEqualTo(0.5);
        assertThat(delay.p99Millis()).isEqualTo(0.99);
        assertThat(delay.maxMillis()).isEqualTo(1.0);
        assertThat(day.result().samples()).hasSize(DAY);
        assertThat(day.result().samples().get(DAY - 1).second()).isEqualTo(DAY);
    }

    private static RunSettings settings(NamedLoad load) {
        Plan plan = Plan.of(
                Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", ""),
                new Window(Duration.ZERO, Duration.ofDays(2), 0, Duration.ofSeconds(30)),
                List.of(load));
        return RunSettings.of(
                plan, new TablePolicy(true, true, false, false), new ExperimentListener() {}, new StopSignal());
    }
}
