// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.run.heartbeat.HeartbeatTableRemainsException;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that a matrix keeps its measured values, and restores the server, after any failure. */
final class MatrixFailureTest extends SimulatedMatrix {

    @Test
    void repeatsFailedRunWhenServerIsBack() {
        List<String> events = new ArrayList<>();
        runs.failureOfRun = number -> {
            if (number == 3) {
                runs.server.crash();
                runs.server.isDown = true;
                return FakeRuns.serverFailure();
            }
            return null;
        };
        MatrixResult result = runs.run(plan(OnError.STOP), directory, new ExperimentListener() {
            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                events.add(trial.number() + "/" + trial.attempt() + " " + reason);
            }

            @Override
            public void waitingForServer(String address, Duration atMost) {
                events.add("waiting for " + address);
            }
        });
        assertThat(events).containsExactly("3/1 the server is gone", "waiting for db:3306");
        assertThat(result.hasFailed()).isFalse();
        assertThat(result.cells()).extracting(CellResult::attempts).containsOnlyOnce(2);
        // the restart reverted the setting, so the matrix applied it again
        assertThat(runs.runs().stream().filter(run -> run.endsWith("x=2"))).hasSize(8);
        assertThat(runs.server.variables).containsEntry("x", "1");
    }

    @Test
    void repeatsRunThatBreaksWhileItMeasures() {
        List<String> reasons = new ArrayList<>();
        runs.failureOfRun = number -> number == 3 ? FakeRuns.serverFailureDuringMeasurement() : null;
        MatrixResult result = runs.run(plan(OnError.STOP), directory, new ExperimentListener() {
            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                reasons.add(trial.number() + "/" + trial.attempt() + " " + reason);
            }
        });
        assertThat(reasons).containsExactly("3/1 the server is gone");
        assertThat(result.cells()).allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(result.cells()).extracting(CellResult::attempts).containsOnlyOnce(2);
    }

    @Test
    void keepsResultOfRunWhoseHeartbeatTableRemains() {
        List<String> messages = new ArrayList<>();
        runs.failureOfRun = number -> number == 3
                ? FakeRuns.closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null))
                : null;
        MatrixResult result = runs.run(plan(OnError.STOP), directory, new ExperimentListener() {
            @Override
            public void note(Note note) {
                messages.add(note.text());
            }
        });
        assertThat(result.cells()).allMatch(cell -> cell.trial().status() == Status.DONE && cell.attempts() == 1);
        assertThat(result.failure()).isEqualTo("not everything was removed: the heartbeat table");
        assertThat(messages).contains("not everything was removed: the heartbeat table");
    }

    @Test
    void repeatsRunThatDidNotEnd() {
        runs.failureOfRun = number -> number == 3
                ? FakeRuns.closingFailure(new RunFailedException("a worker did not end within 30 s"))
                : null;
        MatrixResult result = runs.run(plan(OnError.STOP), directory, NO_LISTENER);
        assertThat(result.cells()).allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(result.cells()).extracting(CellResult::attempts).containsOnlyOnce(2);
        assertThat(result.failure()).isNull();
    }

    @Test
    void repeatedRunHasNewTablesIfRowsAreUsedUp() {
        runs.failureOfRun = number -> number == 1 ? FakeRuns.serverFailure() : null;
        MatrixPlan plan = new MatrixPlan(
                "base",
                List.of(MatrixSetting.of("base")),
                SweepAxis.threads(1),
                List.of(new MatrixWorkload("delete", LargeTransactions.insert().kind(RowChange.DELETE))),
                List.of(),
                1,
                42,
                Duration.ofSeconds(1),
                CellWarmUp.fixed(Duration.ZERO),
                Duration.ZERO,
                Duration.ofSeconds(1),
                OnError.STOP,
                null);
        MatrixResult result = runs.run(plan, directory, NO_LISTENER);
        assertThat(result.cells()).extracting(CellResult::attempts).containsExactly(2);
        assertThat(runs.log)
                .containsExactly(
                        "make [delete]", "failed delete 1 x=1", "drop", "make [delete]", "run delete 1 x=1", "drop");
    }

    @Test
    void continuesAfterCellThatFailsTwice() {
        runs.failureOfRun = number -> number == 3 || number == 4 ? FakeRuns.serverFailure() : null;
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.cells())
                .filteredOn(cell -> cell.trial().status() == Status.FAILED)
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.trial().step()).isEqualTo(3);
                    assertThat(cell.trial().reason()).isEqualTo("the server is gone");
                });
        assertThat(result.failure()).isNull();
        assertThat(result.hasFailed()).isTrue();
        assertThat(Results.table(result)).contains("failed     cell 3 (");

        FakeRuns nextStart = new FakeRuns();
        assertThat(nextStart.run(plan(OnError.CONTINUE), directory, NO_LISTENER).hasFailed())
                .isFalse();
        assertThat(nextStart.runs()).hasSize(1);
    }

    @Test
    void failedCellEndsMatrixIfConfigured() {
        runs.failureOfRun = number -> number >= 3 ? FakeRuns.serverFailure() : null;
        MatrixResult result = runs.run(plan(OnError.STOP), directory, NO_LISTENER);
        assertThat(result.failure()).isEqualTo("cell 3 failed");
        assertThat(result.cells())
                .extracting(cell -> cell.trial().status())
                .filteredOn(Status.MISSING::equals)
                .hasSize(13);
        assertThat(runs.server.variables).containsEntry("x", "1");
    }

    @Test
    void nextStartRepairsServerThatDidNotReturn() {
        runs.server.staysDown = true;
        runs.failureOfRun = number -> {
            // the server crashes while the setting "other" is in effect
            if (runs.server.variables.get("x").equals("2")) {
                runs.server.isDown = true;
                return FakeRuns.serverFailure();
            }
            return null;
        };
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.failure())
                .startsWith(
                        "the server at db:3306 did not come back within 1 s; SET GLOBAL x = 2 (setting other) was not"
                                + " undone: the server is away");
        assertThat(runs.server.variables).containsEntry("x", "2");

        List<String> notes = new ArrayList<>();
        FakeRuns nextStart = new FakeRuns();
        nextStart.server.variables.put("x", "2");
        nextStart.run(plan(OnError.CONTINUE), directory, new ExperimentListener() {
            @Override
            public void note(Note note) {
                notes.add(note.text());
            }
        });
        assertThat(notes).anyMatch(note -> note.contains("had not undone SET GLOBAL x = 2, setting other: undone now"));
        assertThat(nextStart.server.variables).containsEntry("x", "1");
    }

    @Test
    void rejectedStatementEndsMatrixAndIsUndone() {
        List<MatrixSetting> settings = List.of(
                MatrixSetting.of("base"), MatrixSetting.of("other", "SET GLOBAL x = 2", "SET GLOBAL y = 'new'"));
        runs.server.rejectedStatements.add("SET GLOBAL y = 'new'");
        MatrixResult result =
                runs.run(FakeRuns.plan(settings, 2, OnError.CONTINUE, Duration.ZERO), directory, NO_LISTENER);
        assertThat(result.failure()).isEqualTo("setting other: SET GLOBAL y = 'new': refused");
        assertThat(result.hasFailed()).isTrue();
        assertThat(runs.server.variables).containsEntry("x", "1").containsEntry("y", "'old'");
        assertThat(runs.log).endsWith("drop");
    }

    @Test
    void throwsListenerErrorAfterRestoringServer() {
        AssertionError listenerError = new AssertionError("mine");
        assertThatThrownBy(() -> runs.run(plan(OnError.CONTINUE), directory, new ExperimentListener() {
                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                        if (runs.server.variables.get("x").equals("2")) {
                            throw listenerError;
                        }
                    }
                }))
                .isSameAs(listenerError);
        assertThat(runs.server.variables).containsEntry("x", "1");
        assertThat(runs.log).endsWith("drop");
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class)
                        .cells())
                .anyMatch(cell -> cell.trial().status() == Status.DONE);
    }

    @Test
    void unwritableCellEndsMatrixAndKeepsResults() throws IOException {
        Path file = directory.resolve("cell-002");
        Files.writeString(file, "in the way of a directory");
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.failure()).contains("cell-002");
        assertThat(runs.server.variables).containsEntry("x", "1");
        Files.delete(file);
        FakeRuns nextStart = new FakeRuns();
        assertThat(nextStart.run(plan(OnError.CONTINUE), directory, NO_LISTENER).hasFailed())
                .isFalse();
        assertThat(nextStart.runs()).hasSize(15);
    }

    @Test
    void reportsFailureToWriteResult() throws IOException {
        Files.createDirectories(directory.resolve("matrix.json/in the way"));
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.failure())
                .startsWith("writing ")
                .contains("matrix.json")
                .doesNotContain("\n");
        assertThat(result.hasFailed()).isTrue();
        assertThat(result.cells()).allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(Files.readAllLines(directory.resolve("matrix.jsonl")).stream()
                        .filter(line -> line.contains("\"status\":\"DONE\"")))
                .hasSize(16);
    }

    @Test
    void crashInCell37KeepsEarlierCells() throws IOException {
        MatrixPlan plan = FakeRuns.plan(FakeRuns.TWO_SETTINGS, 5, OnError.CONTINUE, Duration.ZERO);
        runs.server.staysDown = true;
        runs.failureOfRun = number -> {
            runs.server.isDown = number >= 37;
            return number < 37 ? null : FakeRuns.serverFailure();
        };
        MatrixResult result = runs.run(plan, directory, NO_LISTENER);
        assertThat(result.failure())
                .startsWith("the server at db:3306 did not come back within 1 s")
                .doesNotContain("\n");
        assertThat(result.cells().subList(0, 36)).allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(result.cells().get(36).trial().status()).isEqualTo(Status.FAILED);
        assertThat(result.cells().get(36).trial().reason()).isEqualTo("the server is gone");
        assertThat(result.cells().subList(37, 40)).allMatch(cell -> cell.trial().status() == Status.MISSING);
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class))
                .isEqualTo(result);
        assertThat(directory.resolve("cell-036/result.json")).exists();
        assertThat(Results.table(result)).contains("failed     cell 37 (");

        FakeRuns nextStart = new FakeRuns();
        assertThat(nextStart.run(plan, directory, NO_LISTENER).hasFailed()).isFalse();
        assertThat(nextStart.runs()).hasSize(4);
    }

    @Test
    void rejectsFileInsteadOfDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> runs.run(plan(OnError.CONTINUE), file, NO_LISTENER))
                .isInstanceOf(RunFailedException.class);
        assertThat(runs.log).isEmpty();
    }
}
