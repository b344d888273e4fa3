// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanFile;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class EmbeddedPlanFileIT extends ServerContract {

    private static final String PHASES_PLAN = """
            prepare: {workload: oltp_insert, tables: 1, table-size: 100, threads: 2}
            cleanup: true
            probes:
              sizes: {sql: "SELECT COUNT(*) FROM information_schema.tables", every: 1s}
            phases:
              - loads:
                  main: {threads: 2, rate: 200, time: %s}
              - observe: 2s
                name: calm
            actions:
              - {at: 1s, sql: "SELECT 1"}
            fail-if: ["loads.main.transactions < 100"]
            """;

    private static final String MATRIX_PLAN = """
            prepare: {workload: oltp_insert, tables: 1, table-size: 100}
            cleanup: true
            matrix:
              baseline: plain
              settings:
                plain:
                few: {before: ["SET GLOBAL max_error_count = 5"]}
              workloads: [oltp_insert]
              rates: [100, 200]
              repeats: 1
              time: 1s
              warm-up: 0s
              settle-timeout: 0s
            """;

    private final List<String> receivedEvents = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    @AfterEach
    void assertNoTablesLeft() {
        receivedEvents.clear();
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private final class Listener implements ExperimentListener {
        @Override
        public void phaseEnded(PhaseSpan phase) {
            receivedEvents.add(phase.name());
        }

        @Override
        public void actionEnded(ActionMark action) {
            receivedEvents.add("action");
        }

        @Override
        public void trialEnded(
                TrialHead trial, @Nullable RunResult result, ExperimentResult partialResult, Remaining remaining) {
            receivedEvents.add("trial " + trial.number());
        }
    }

    private PlanFile planFile(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), text);
        return CdcTester.planFile(file).endpoint(server.endpoint()).listener(new Listener());
    }

    @Test
    void runsPhases() throws IOException {
        Path out = directory.resolve("out");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        PlanResult result = (PlanResult) planFile(PHASES_PLAN.formatted("3s"))
                .plan(CdcTester.plan().meterRegistry(registry).failIf("delay.p99 > 1h"))
                .out(out)
                .run();

        assertThat(result.hasFailed()).isFalse();
        assertThat(result.isHeld()).isTrue();
        assertThat(result.whole().verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.steps()).extracting(step -> step.name()).containsExactly("loads-1", "calm");
        TakeoverIT.assertScheduled(result.whole(), 200, 3, 0);
        assertThat(result.whole().summary().write().transactions()).isBetween(400L, 600L);
        assertThat(result.whole().checks())
                .as("limits of the file and of the plan")
                .hasSize(2);
        assertThat(receivedEvents).containsExactlyInAnyOrder("action", "loads-1", "calm");
        assertThat(registry.getMeters()).isNotEmpty();
        assertThat(out).isDirectoryContaining(path -> path.endsWith("plan.json"));
        assertThatThrownBy(() -> planFile(PHASES_PLAN.formatted("3s")).out(out).run())
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("out: " + out);
    }

    @Test
    void runsMatrix() throws IOException {
        Path out = directory.resolve("out");

        MatrixResult result = (MatrixResult) planFile(MATRIX_PLAN).out(out).run();

        assertThat(result.hasFailed()).isFalse();
        assertThat(result.isHeld()).isTrue();
        assertThat(result.cells())
                .hasSize(4)
                .allSatisfy(cell -> assertThat(cell.trial().status()).isEqualTo(Trial.Status.DONE));
        assertThat(receivedEvents).containsExactly("trial 1", "trial 2", "trial 3", "trial 4");
        assertThat(out).isDirectoryContaining(path -> path.endsWith("matrix.json"));
        assertThat(server.queryNumber("SELECT @@GLOBAL.max_error_count")).isEqualTo(64);
    }

    @Test
    void stopSignalEndsPhases() throws IOException {
        StopSignal stop = new StopSignal();
        ExperimentListener listener = new ExperimentListener() {
            @Override
            public void actionEnded(ActionMark action) {
                stop.raise();
            }
        };

        PlanResult result = (PlanResult) planFile(PHASES_PLAN.formatted("60s"))
                .plan(CdcTester.plan().stopSignal(stop))
                .listener(listener)
                .run();

        assertThat(result.interrupted()).isTrue();
        assertThat(result.whole().verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
    }

    @Test
    void checkTriesStatementsAndWritesNothing() throws IOException {
        assertThat(planFile(PHASES_PLAN.formatted("3s")).check())
                .contains("probe      sizes: SELECT COUNT(*) FROM information_schema.tables, every 1 s")
                .anyMatch(line -> line.startsWith("phase      loads-1: main: oltp_insert, 2 threads"));

        assertThatThrownBy(() -> planFile(PHASES_PLAN.formatted("3s").replace("SELECT 1", "SELECT nothing"))
                        .check())
                .isInstanceOf(CdcTesterException.class)
                .hasMessageContaining("plan.yaml:11: actions[1].sql: the server refuses this statement");
        assertThat(receivedEvents).isEmpty();
    }
}
