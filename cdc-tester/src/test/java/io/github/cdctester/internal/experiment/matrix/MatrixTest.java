// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each cell is run once, whatever comes between, and the server is as it was. */
final class MatrixTest {

    private static final ExperimentListener NOBODY = new ExperimentListener() {};

    @TempDir
    private Path directory;

    private final FakeRuns runs = new FakeRuns();

    private static MatrixPlan plan(OnError onError) {
        return FakeRuns.plan(FakeRuns.TWO, 2, onError, Duration.ZERO);
    }

    @Test
    void makesEachCellInItsSettingAndPutsTheServerBack() {
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NOBODY);

        assertThat(result.hasFailed()).isFalse();
        assertThat(result.isHeld()).isTrue();
        assertThat(result.cells()).hasSize(16).allMatch(cell -> cell.status() == Status.DONE);
        List<String> sorted = new ArrayList<>(runs.runs());
        Collections.sort(sorted);
        assertThat(sorted)
                .containsExactly(
                        "run oltp_insert 1 x=1",
                        "run oltp_insert 1 x=1",
                        "run oltp_insert 1 x=2",
                        "run oltp_insert 1 x=2",
                        "run oltp_insert 4 x=1",
                        "run oltp_insert 4 x=1",
                        "run oltp_insert 4 x=2",
                        "run oltp_insert 4 x=2",
                        "run read 1 x=1",
                        "run read 1 x=1",
                        "run read 1 x=2",
                        "run read 1 x=2",
                        "run read 4 x=1",
                        "run read 4 x=1",
                        "run read 4 x=2",
                        "run read 4 x=2");
        assertThat(runs.log).startsWith("make [oltp_insert, read]").endsWith("drop");
        assertThat(runs.server.variables).containsEntry("x", "1");
        assertThat(Results.readMatrix(directory.resolve("matrix.json"))).isEqualTo(result);
        assertThat(directory.resolve("cell-007/result.json")).exists();
        assertThat(directory.resolve("undo.jsonl")).doesNotExist();
        assertThat(Results.table(result)).contains("At 4 threads, against base");
    }

    @Test
    void comparesWithTheBaseline() {
        MatrixPlan five = FakeRuns.plan(FakeRuns.TWO, 5, OnError.CONTINUE, Duration.ZERO);
        MatrixResult result = runs.run(five, directory, NOBODY);
        assertThat(result.table()).hasSize(8).allMatch(row -> row.runs() == 5);
        for (MatrixRow row : result.table()) {
            if (row.setting().equals("base")) {
                assertThat(row.reduced()).isNull();
            } else {
                assertThat(row.reduced().percent()).isBetween(7.0, 13.0);
                assertThat(row.reduced().insideNoise()).isFalse();
                double base = result.table().stream()
                        .filter(other -> other.setting().equals("base")
                                && other.workload().equals(row.workload())
                                && other.label().equals(row.label()))
                        .mapToDouble(MatrixRow::queriesPerSecond)
                        .sum();
                assertThat(row.reduced().percent())
                        .isEqualTo(
                                100 * (1 - row.queriesPerSecond() / base),
                                org.assertj.core.api.Assertions.within(1e-9));
            }
        }
    }

    @Test
    void settlesBeforeEachCell() {
        runs.run(FakeRuns.plan(FakeRuns.TWO, 1, OnError.CONTINUE, Duration.ofSeconds(5)), directory, NOBODY);
        assertThat(runs.log.stream().filter("settle"::equals)).hasSize(8);
        assertThat(runs.log.indexOf("settle"))
                .isLessThan(runs.log.indexOf(runs.runs().get(0)));
    }

    @Test
    void aFinishedMatrixIsBegunAgainOnlyWhereThatIsAskedFor() throws IOException {
        MatrixResult before = runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        Path foreign = Files.writeString(directory.resolve("notes.txt"), "mine");
        FakeRuns again = new FakeRuns();
        assertThatThrownBy(() -> again.run(plan(OnError.CONTINUE), directory, NOBODY))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("all 16 cells are done there, which overwrite removes first");
        Files.delete(directory.resolve("matrix.json")); // as where it was killed before it wrote the tables
        assertThat(again.run(plan(OnError.CONTINUE), directory, NOBODY).table()).isEqualTo(before.table());
        assertThat(again.log).isEmpty();

        MatrixPlan one = FakeRuns.plan(FakeRuns.TWO, 1, OnError.CONTINUE, Duration.ZERO);
        again.run(one, new MatrixFiles(directory, ResultFiles.overwriting(directory)), NOBODY);
        assertThat(again.runs()).hasSize(8);
        assertThat(directory.resolve("cell-008/result.json")).exists();
        assertThat(directory.resolve("cell-009")).doesNotExist();
        assertThat(foreign).hasContent("mine");
    }

    @Test
    void goesOnWhereItWasStopped() {
        List<String> whole = new ArrayList<>();
        FakeRuns other = new FakeRuns();
        other.run(plan(OnError.CONTINUE), directory.resolve("whole"), NOBODY);
        whole.addAll(other.runs());

        Path out = directory.resolve("stopped");
        MatrixResult stopped = runs.run(plan(OnError.CONTINUE), out, new ExperimentListener() {
            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
                if (trial.number() == 5) {
                    runs.stop.raise();
                }
            }
        });
        assertThat(stopped.interrupted()).isTrue();
        assertThat(stopped.cells())
                .filteredOn(cell -> cell.status() == Status.DONE)
                .hasSize(5);
        assertThat(runs.server.variables).containsEntry("x", "1");
        assertThat(runs.log).endsWith("drop");

        FakeRuns later = new FakeRuns();
        List<Integer> planned = new ArrayList<>();
        MatrixResult result = later.run(plan(OnError.CONTINUE), out, new ExperimentListener() {
            @Override
            public void planned(int trials, Remaining left) {
                planned.addAll(List.of(trials, left.trials()));
            }
        });
        assertThat(planned).containsExactly(16, 11);
        assertThat(result.hasFailed()).isFalse();
        assertThat(result.startedAt()).isEqualTo(stopped.startedAt());
        assertThat(result.cells().subList(0, 5)).isEqualTo(stopped.cells().subList(0, 5));
        List<String> both = new ArrayList<>(runs.runs());
        both.addAll(later.runs());
        assertThat(both).isEqualTo(whole);
        assertThat(later.log).startsWith("drop", "make [oltp_insert, read]");
    }

    @Test
    void aLineThatWasHalfWrittenIsACellThatIsMissing() throws IOException {
        runs.stop.raise();
        runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        Path journal = directory.resolve("matrix.jsonl");
        Files.writeString(journal, "{\"cell\":{\"cell\":1,", StandardOpenOption.APPEND);
        FakeRuns later = new FakeRuns();
        assertThat(later.run(plan(OnError.CONTINUE), directory, NOBODY).hasFailed())
                .isFalse();
        assertThat(later.runs()).hasSize(16);
        assertThat(Files.readAllLines(journal).stream().filter(line -> line.contains("\"status\":\"DONE\"")))
                .hasSize(16);
    }

    @Test
    void anotherMatrixInTheSameDirectoryIsRefused() {
        runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        FakeRuns other = new FakeRuns();
        assertThatThrownBy(() ->
                        other.run(FakeRuns.plan(FakeRuns.TWO, 3, OnError.CONTINUE, Duration.ZERO), directory, NOBODY))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("or that of the same matrix: there it is 'repeats: 2', here 'repeats: 3'");
        assertThat(other.log).isEmpty();
    }

    @Test
    void aRunThatFailsIsTriedAgainWhenTheServerIsBack() {
        List<String> told = new ArrayList<>();
        runs.failing = number -> {
            if (number == 3) {
                runs.server.crash();
                runs.server.down = true;
                return FakeRuns.broken();
            }
            return null;
        };
        MatrixResult result = runs.run(plan(OnError.STOP), directory, new ExperimentListener() {
            @Override
            public void trialFailed(TrialHead trial, String reason, RuntimeException failure) {
                told.add(trial.number() + "/" + trial.attempt() + " " + reason);
            }

            @Override
            public void waitingForServer(String address, Duration atMost) {
                told.add("waiting for " + address);
            }
        });
        assertThat(told).containsExactly("3/1 the server is gone", "waiting for db:3306");
        assertThat(result.hasFailed()).isFalse();
        assertThat(result.cells()).extracting(CellResult::attempts).containsOnlyOnce(2);
        // the setting was lost with the restart, and is there again
        assertThat(runs.runs().stream().filter(run -> run.endsWith("x=2"))).hasSize(8);
        assertThat(runs.server.variables).containsEntry("x", "1");
    }

    @Test
    void aCellThatFailsTwiceIsNotTheEnd() {
        runs.failing = number -> number == 3 || number == 4 ? FakeRuns.broken() : null;
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        assertThat(result.cells())
                .filteredOn(cell -> cell.status() == Status.FAILED)
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.cell()).isEqualTo(3);
                    assertThat(cell.reason()).isEqualTo("the server is gone");
                });
        assertThat(result.failure()).isNull();
        assertThat(result.hasFailed()).isTrue();
        assertThat(Results.table(result)).contains("failed     cell 3 (");

        FakeRuns later = new FakeRuns();
        assertThat(later.run(plan(OnError.CONTINUE), directory, NOBODY).hasFailed())
                .isFalse();
        assertThat(later.runs()).hasSize(1);
    }

    @Test
    void orIsTheEndWhereThatIsWanted() {
        runs.failing = number -> number >= 3 ? FakeRuns.broken() : null;
        MatrixResult result = runs.run(plan(OnError.STOP), directory, NOBODY);
        assertThat(result.failure()).isEqualTo("cell 3 failed");
        assertThat(result.cells())
                .extracting(CellResult::status)
                .filteredOn(Status.MISSING::equals)
                .hasSize(13);
        assertThat(runs.server.variables).containsEntry("x", "1");
    }

    @Test
    void aServerThatDoesNotComeBackEndsItAndTheNextStartPutsItRight() {
        runs.server.staysDown = true;
        runs.failing = number -> {
            // the server dies in the other setting
            if (runs.server.variables.get("x").equals("2")) {
                runs.server.down = true;
                return FakeRuns.broken();
            }
            return null;
        };
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        assertThat(result.failure())
                .startsWith(
                        "the server at db:3306 did not come back within 1 s; SET GLOBAL x = 2 (setting other) was not"
                                + " undone: the server is away");
        assertThat(runs.server.variables).containsEntry("x", "2");

        List<String> notes = new ArrayList<>();
        FakeRuns later = new FakeRuns();
        later.server.variables.put("x", "2");
        later.run(plan(OnError.CONTINUE), directory, new ExperimentListener() {
            @Override
            public void note(Note note) {
                notes.add(note.text());
            }
        });
        assertThat(notes).anyMatch(note -> note.contains("had not undone SET GLOBAL x = 2, setting other: undone now"));
        assertThat(later.server.variables).containsEntry("x", "1");
    }

    @Test
    void aStatementThatIsRefusedEndsItAndWhatWasDoneIsUndone() {
        List<MatrixSetting> settings = List.of(
                MatrixSetting.of("base"), MatrixSetting.of("other", "SET GLOBAL x = 2", "SET GLOBAL y = 'new'"));
        runs.server.refused.add("SET GLOBAL y = 'new'");
        MatrixResult result = runs.run(FakeRuns.plan(settings, 2, OnError.CONTINUE, Duration.ZERO), directory, NOBODY);
        assertThat(result.failure()).isEqualTo("setting other: SET GLOBAL y = 'new': refused");
        assertThat(result.hasFailed()).isTrue();
        assertThat(runs.server.variables).containsEntry("x", "1").containsEntry("y", "'old'");
        assertThat(runs.log).endsWith("drop");
    }

    @Test
    void whatAListenerThrowsComesOutWhenTheServerIsAsItWas() {
        AssertionError mine = new AssertionError("mine");
        assertThatThrownBy(() -> runs.run(plan(OnError.CONTINUE), directory, new ExperimentListener() {
                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining left) {
                        if (runs.server.variables.get("x").equals("2")) {
                            throw mine;
                        }
                    }
                }))
                .isSameAs(mine);
        assertThat(runs.server.variables).containsEntry("x", "1");
        assertThat(runs.log).endsWith("drop");
        assertThat(Results.readMatrix(directory.resolve("matrix.json")).cells())
                .anyMatch(cell -> cell.status() == Status.DONE);
    }

    @Test
    void aSettingThatNeedsARestartKeepsItsCellsTogether() {
        List<MatrixSetting> settings = List.of(
                MatrixSetting.of("base").restartedWith(List.of("--p=OFF")),
                MatrixSetting.of("on").restartedWith(List.of("--p=ON")));
        runs.run(FakeRuns.plan(settings, 2, OnError.CONTINUE, Duration.ZERO), directory, NOBODY);
        assertThat(runs.log.stream().filter(line -> line.startsWith("restart"))).hasSize(5);
        assertThat(runs.log.stream().filter("restart [--p=ON]"::equals)).hasSize(2);
        assertThat(runs.log.get(runs.log.size() - 2)).isEqualTo("restart []");
    }

    @Test
    void aFullDiskEndsItWithWhatWasWrittenKept() throws IOException {
        Path file = directory.resolve("cell-002");
        Files.writeString(file, "in the way of a directory");
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        assertThat(result.failure()).contains("cell-002");
        assertThat(runs.server.variables).containsEntry("x", "1");
        Files.delete(file);
        FakeRuns later = new FakeRuns();
        assertThat(later.run(plan(OnError.CONTINUE), directory, NOBODY).hasFailed())
                .isFalse();
        assertThat(later.runs()).hasSize(15);
    }

    @Test
    void tablesThatCannotBeWrittenAreAFailureThatIsTold() throws IOException {
        Files.createDirectories(directory.resolve("matrix.json/in the way"));
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NOBODY);
        assertThat(result.failure())
                .startsWith("writing ")
                .contains("matrix.json")
                .doesNotContain("\n");
        assertThat(result.hasFailed()).isTrue();
        assertThat(result.cells()).allMatch(cell -> cell.status() == Status.DONE);
        assertThat(Files.readAllLines(directory.resolve("matrix.jsonl")).stream()
                        .filter(line -> line.contains("\"status\":\"DONE\"")))
                .hasSize(16);
    }

    @Test
    void aServerThatDiesInCell37CostsThatOneAndThoseBehindIt() throws IOException {
        MatrixPlan forty = FakeRuns.plan(FakeRuns.TWO, 5, OnError.CONTINUE, Duration.ZERO);
        runs.server.staysDown = true;
        runs.failing = number -> {
            runs.server.down = number >= 37;
            return number < 37 ? null : FakeRuns.broken();
        };
        MatrixResult result = runs.run(forty, directory, NOBODY);
        assertThat(result.failure())
                .startsWith("the server at db:3306 did not come back within 1 s")
                .doesNotContain("\n");
        assertThat(result.cells().subList(0, 36)).allMatch(cell -> cell.status() == Status.DONE);
        assertThat(result.cells().get(36).status()).isEqualTo(Status.FAILED);
        assertThat(result.cells().get(36).reason()).isEqualTo("the server is gone");
        assertThat(result.cells().subList(37, 40)).allMatch(cell -> cell.status() == Status.MISSING);
        assertThat(Results.readMatrix(directory.resolve("matrix.json"))).isEqualTo(result);
        assertThat(directory.resolve("cell-036/result.json")).exists();
        assertThat(Results.table(result)).contains("failed     cell 37 (");

        FakeRuns later = new FakeRuns();
        assertThat(later.run(forty, directory, NOBODY).hasFailed()).isFalse();
        assertThat(later.runs()).hasSize(4);
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsRefusedAtOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> runs.run(plan(OnError.CONTINUE), file, NOBODY)).isInstanceOf(RunFailedException.class);
        assertThat(runs.log).isEmpty();
    }
}
