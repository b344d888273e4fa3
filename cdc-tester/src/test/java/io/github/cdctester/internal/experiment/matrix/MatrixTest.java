// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Trial.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that each cell runs once, and that the matrix restores the original settings of the server. */
final class MatrixTest extends SimulatedMatrix {

    @Test
    void runsEachCellInItsSettingAndRestoresServer() {
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);

        assertThat(result.hasFailed()).isFalse();
        assertThat(result.isHeld()).isTrue();
        assertThat(result.cells()).hasSize(16).allMatch(cell -> cell.trial().status() == Status.DONE);
        List<String> sortedRuns = new ArrayList<>(runs.runs());
        Collections.sort(sortedRuns);
        assertThat(sortedRuns)
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
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class))
                .isEqualTo(result);
        assertThat(directory.resolve("cell-007/result.json")).exists();
        assertThat(directory.resolve("undo.jsonl")).doesNotExist();
        assertThat(Results.table(result)).contains("At 4 threads, against base");
    }

    @Test
    void cellListsConsumersThatPassed() {
        ConsumerResult repeating = JudgedResult.repeating("rejected");
        List<ConsumerResult> consumers =
                List.of(JudgedResult.allowedToRepeat(repeating, "allowed"), repeating, JudgedResult.torn("failed"));
        runs.resultChange =
                result -> RunResultCopy.of(result).consumers(consumers).build();
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.cells())
                .isNotEmpty()
                .noneMatch(CellResult::held)
                .allSatisfy(cell -> assertThat(cell.heldConsumers()).containsExactly("allowed"));
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class))
                .isEqualTo(result);
    }

    @Test
    void comparesWithBaseline() {
        MatrixPlan plan = FakeRuns.plan(FakeRuns.TWO_SETTINGS, 5, OnError.CONTINUE, Duration.ZERO);
        MatrixResult result = runs.run(plan, directory, NO_LISTENER);
        assertThat(result.table()).hasSize(8).allMatch(row -> row.runs() == 5);
        for (MatrixRow row : result.table()) {
            if (row.setting().equals("base")) {
                assertThat(row.reduced()).isNull();
            } else {
                assertThat(row.reduced().percent()).isBetween(7.0, 13.0);
                assertThat(row.reduced().insideNoise()).isFalse();
                double baseRate = result.table().stream()
                        .filter(other -> other.setting().equals("base")
                                && other.workload().equals(row.workload())
                                && other.label().equals(row.label()))
                        .mapToDouble(MatrixRow::queriesPerSecond)
                        .sum();
                assertThat(row.reduced().percent())
                        .isEqualTo(
                                100 * (1 - row.queriesPerSecond() / baseRate),
                                org.assertj.core.api.Assertions.within(1e-9));
            }
        }
    }

    @Test
    void reportsSettingThatStopsWrites() {
        runs.commitsNothing = description -> description.startsWith("oltp_insert") && description.endsWith("x=2");
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.cells()).allMatch(cell -> cell.trial().status() == Status.DONE);
        assertThat(result.notes())
                .extracting(Note::text)
                .contains("4 of 16 runs committed nothing: no mean and no reduction includes such a run;"
                        + " no run at all committed with other, oltp_insert, threads 1; other, oltp_insert, threads 4");
        assertThat(result.cells())
                .filteredOn(cell -> cell.trial().remarks().stream()
                        .anyMatch(remark -> remark.text().startsWith("committed nothing")))
                .hasSize(4)
                .allMatch(cell ->
                        cell.workload().equals("oltp_insert") && cell.setting().equals("other"));
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class))
                .isEqualTo(result);
        assertThat(Results.table(result)).contains("2 of 2 committed nothing");
        assertThat(Results.html(result)).contains("at 4 threads, other stops oltp_insert: 2 of 2 committed nothing");
    }

    @Test
    void noteNamesItsSettingsOrCells() {
        runs.resultChange = result -> RunResultCopy.of(result)
                .notes(notesOf(runs.log.get(runs.log.size() - 1)))
                .build();
        MatrixResult result = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(result.notes())
                .extracting(Note::text)
                .containsExactlyInAnyOrder(
                        "no warm-up: cold caches, new connections and JVM start-up are in the totals",
                        "with setting other: binlog_checksum is NONE: events are four bytes shorter, and no time goes into"
                                + " checksums",
                        "with base, read, threads 4; other, read, threads 4, worst at base, read, threads 4:"
                                + " DT has 84 values only: p99 and p99.9 are the maximum or next to it");
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class))
                .isEqualTo(result);
    }

    private static List<Note> notesOf(String run) {
        List<Note> notes = new ArrayList<>(List.of(Note.of(Code.NO_WARM_UP)));
        if (run.endsWith("x=2")) {
            notes.add(Note.of(Code.BINLOG_CHECKSUM_OFF));
        }
        if (run.startsWith("run read 4")) {
            notes.add(Note.of(Code.FEW_DELAYS_FOR_P99, "count", run.endsWith("x=2") ? 99 : 84));
        }
        return notes;
    }

    @Test
    void settlesBeforeEachCell() {
        runs.run(
                FakeRuns.plan(FakeRuns.TWO_SETTINGS, 1, OnError.CONTINUE, Duration.ofSeconds(5)),
                directory,
                NO_LISTENER);
        assertThat(runs.log.stream().filter("settle"::equals)).hasSize(8);
        assertThat(runs.log.indexOf("settle"))
                .isLessThan(runs.log.indexOf(runs.runs().get(0)));
    }

    @Test
    void groupsCellsOfSettingWithRestart() {
        List<MatrixSetting> settings = List.of(
                MatrixSetting.of("base").restartedWith(List.of("--p=OFF")),
                MatrixSetting.of("on").restartedWith(List.of("--p=ON")));
        runs.run(FakeRuns.plan(settings, 2, OnError.CONTINUE, Duration.ZERO), directory, NO_LISTENER);
        assertThat(runs.log.stream().filter(line -> line.startsWith("restart"))).hasSize(5);
        assertThat(runs.log.stream().filter("restart [--p=ON]"::equals)).hasSize(2);
        assertThat(runs.log.get(runs.log.size() - 2)).isEqualTo("restart []");
    }
}
