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

/** Runs a plan with a one-day phase and a one-minute phase, in a process with a small heap. Prints {@link #DONE} or an error. */
public final class DayProgram {

    static final String DONE = "a day, exact";

    private static final int DAY_SECONDS = 86_400;

    private DayProgram() {}

    public static void main(String[] arguments) {
        NamedLoad load = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named("main")
                .between(Duration.ZERO, Duration.ofSeconds(DAY_SECONDS));
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
                        Optional::empty,
                        Optional.of(Path.of(arguments[0])),
                        day::run)
                .run();
        assertThat(result.failure()).isNull();
        assertThat(result.steps()).extracting(PhaseResult::name).containsExactly("day", "rest");
        assertExact(result.steps().get(0));
        assertThat(day.latency().count()).isEqualTo((DAY_SECONDS + 60L) * SimulatedDay.TRANSACTIONS_PER_SECOND);
        assertThat(result.steps().get(1).result().summary().cdc().transactions())
                .isEqualTo(60L * (SimulatedDay.TRANSACTIONS_PER_SECOND + 1));
        assertThat(result.steps().get(1).result().samples()).hasSize(60);
        assertThat(result.series())
                .hasSize(SimulatedDay.PROBE_COUNT)
                .allSatisfy(series -> assertThat(series.steps()).hasSize(2));
        System.out.println(DONE);
    }

    private static void assertExact(PhaseResult dayPhase) {
        CdcSummary cdc = dayPhase.result().summary().cdc();
        long transactions = (long) DAY_SECONDS * SimulatedDay.TRANSACTIONS_PER_SECOND;
        assertThat(cdc.transactions()).isEqualTo(transactions + DAY_SECONDS);
        assertThat(cdc.events()).isEqualTo(transactions + 2L * DAY_SECONDS);
        assertThat(cdc.heartbeats())
                .isEqualTo(new CdcSummary.Heartbeats(
                        DAY_SECONDS, 2L * DAY_SECONDS, (long) DAY_SECONDS * SimulatedDay.HEARTBEAT_BYTES, 0));
        assertThat(cdc.bytes())
                .isEqualTo(transactions * SimulatedDay.TRANSACTION_BYTES
                        + cdc.heartbeats().bytes());
        DurationSummary delay = cdc.delay();
        assertThat(delay.count()).isEqualTo(transactions);
        assertThat(delay.meanMillis()).isCloseTo(0.5005, withinPercentage(0.1));
        assertThat(delay.p50Millis()).isEqualTo(0.5);
        assertThat(delay.p99Millis()).isEqualTo(0.99);
        assertThat(delay.maxMillis()).isEqualTo(1.0);
        assertThat(dayPhase.result().samples()).hasSize(DAY_SECONDS);
        assertThat(dayPhase.result().samples().get(DAY_SECONDS - 1).second()).isEqualTo(DAY_SECONDS);
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
