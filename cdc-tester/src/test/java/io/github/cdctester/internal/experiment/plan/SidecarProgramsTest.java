// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.experiment.plan.Scenario.SidecarProcess;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The early end of a sidecar program stops an experiment in the same way as a user's stop. */
@Timeout(60)
class SidecarProgramsTest {

    private final StopSignal stop = new StopSignal();

    private PhasedRun experiment(BiFunction<PlannedRun, Consumer<List<PhaseTotals>>, RunResult> runFunction) {
        return new PhasedRun(
                new Scenario(
                        "plan.yaml",
                        "",
                        List.of(),
                        List.of(new PlannedPhase.Observe("rest", Duration.ofSeconds(60), Optional.empty())),
                        List.of(),
                        List.of(new SidecarProcess("helper", List.of("sh", "-c", "echo no client >&2; exit 7"))),
                        List.of(),
                        List.of()),
                new PlannedRun(
                        RunSettings.of(
                                RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                                new TablePolicy(false, false, false, false),
                                new ExperimentListener() {},
                                stop),
                        new LoadWorkloads()),
                Optional::empty,
                Optional.empty(),
                runFunction);
    }

    @Test
    void reportsProgramEndBeforeMeasurement() {
        PhasedRun experiment = experiment((run, onPhasesCompleted) -> {
            while (!stop.isRaised()) {
                run.settings().listener().rows(1, 1_000);
                Thread.onSpinWait();
            }
            throw new RunFailedException("stopped before anything was measured");
        });

        assertThatThrownBy(experiment::run)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("helper ended by itself with code 7: no client");
    }

    /** The drain reads the stream to its end. */
    @Test
    void programEndIsFailureButVerdictIsKept() {
        RunResult baseResult = RunResults.of(1_158, 0, 0.1, Verdict.Status.LOSSLESS);
        PlanResult result = experiment((run, onPhasesCompleted) -> {
                    while (!stop.isRaised()) {
                        run.settings().listener().step("measuring");
                        Thread.onSpinWait();
                    }
                    return new RunResult(
                            baseResult.schemaVersion(),
                            baseResult.tool(),
                            baseResult.startedAt(),
                            baseResult.plan(),
                            baseResult.server(),
                            baseResult.clock(),
                            true,
                            "stopped",
                            baseResult.notes(),
                            baseResult.summary(),
                            baseResult.verdict(),
                            baseResult.checks(),
                            baseResult.samples(),
                            List.of(),
                            Map.of(),
                            List.of(),
                            List.of());
                })
                .run();

        assertThat(result.failure()).isEqualTo("helper ended by itself with code 7: no client");
        assertThat(result.whole().interruptedBecause()).isEqualTo(result.failure());
        assertThat(result.whole().verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.interrupted()).isTrue();
    }
}
