// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.experiment.matrix.setting.JournalFile;
import io.github.cdctester.internal.report.JsonRecords;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.files.UsedDirectory;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.summary.ServerSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a matrix. Not thread-safe. When a cell ends, its files are written first, then a line of the journal, {@value
 * UsedDirectory#MATRIX_JOURNAL}. A later start reads the completed cells from the journal.
 */
public final class MatrixFiles {

    /**
     * Exactly one component is not null, except in the line of a cell with notes.
     *
     * @param tables true if tables were created; they may have been dropped since
     * @param notes {@code null} if the cell's run has none
     */
    public record Line(
            @Nullable Head head,
            @Nullable Boolean tables,
            @Nullable ServerSummary server,
            @Nullable CellResult cell,
            @Nullable List<Note> notes) {}

    /** Identifies the plan of the matrix. */
    public record Head(int schemaVersion, String hash, List<String> plan, Instant startedAt) {}

    private final Path directory;
    private final ResultFiles resultFiles;
    private final JournalFile journal;
    private final Map<Integer, CellResult> completedCells = new LinkedHashMap<>();
    private final Map<Integer, List<Note>> notes = new LinkedHashMap<>();
    private Instant startedAt = Instant.now();
    private @Nullable ServerSummary server;
    private boolean hasTables;

    public MatrixFiles(Path directory, ResultFiles resultFiles) {
        this.directory = directory;
        this.resultFiles = resultFiles;
        journal = new JournalFile(directory.resolve(UsedDirectory.MATRIX_JOURNAL));
    }

    public Path undoJournal() {
        return directory.resolve(UsedDirectory.UNDO_JOURNAL);
    }

    void begin(List<String> plan) {
        resultFiles.begin();
        List<String> lines = journal.lines();
        if (!lines.isEmpty()) {
            readJournal(lines, plan);
            return;
        }
        journal.append(new Line(
                new Head(RunResult.SCHEMA_VERSION, MatrixOutline.hash(plan), plan, startedAt), null, null, null, null));
    }

    private void readJournal(List<String> lines, List<String> plan) {
        Head head = JsonRecords.read(lines.get(0), Line.class).map(Line::head).orElse(null);
        if (head == null || head.schemaVersion() != RunResult.SCHEMA_VERSION) {
            throw new RunFailedException(
                    journal.file() + " was not written by this cdc-tester; name another directory");
        }
        if (!head.hash().equals(MatrixOutline.hash(plan))) {
            throw new InvalidPlanException(
                    "out",
                    directory,
                    "an empty directory, or the directory of the same matrix: its plan has "
                            + difference(head.plan(), plan));
        }
        startedAt = head.startedAt();
        for (String text : lines.subList(1, lines.size())) {
            Line line = JsonRecords.read(text, Line.class)
                    .orElseThrow(() -> new RunFailedException(
                            journal.file() + " has a line of another program; name another directory"));
            server = line.server() == null ? server : line.server();
            hasTables |= Boolean.TRUE.equals(line.tables());
            CellResult cell = line.cell();
            if (cell != null && cell.trial().status() == Trial.Status.DONE) {
                completedCells.put(cell.trial().step(), cell);
                notes.put(cell.trial().step(), Objects.requireNonNullElse(line.notes(), List.of()));
            }
        }
    }

    private static String difference(List<String> recordedPlan, List<String> currentPlan) {
        for (int i = 0; i < Math.max(recordedPlan.size(), currentPlan.size()); i++) {
            String recordedLine = i < recordedPlan.size() ? recordedPlan.get(i) : "nothing more";
            String currentLine = i < currentPlan.size() ? currentPlan.get(i) : "nothing more";
            if (!recordedLine.equals(currentLine)) {
                return "'" + recordedLine + "', here '" + currentLine + "'";
            }
        }
        return "worded differently";
    }

    /** A matrix is finished if all cells are done and the result is written. */
    void rejectFinishedMatrix(int cells) {
        if (completedCells.size() == cells && Files.exists(directory.resolve("matrix.json"))) {
            throw new InvalidPlanException(
                    "out",
                    directory,
                    "an empty directory, or the directory of an unfinished matrix: all " + cells
                            + " cells are done in this one; " + Setting.OVERWRITE + " removes them first");
        }
    }

    Map<Integer, CellResult> completedCells() {
        return completedCells;
    }

    /** Notes of the cells that earlier starts completed, by number. */
    Map<Integer, List<Note>> notes() {
        return notes;
    }

    /** Returns true after this start or an earlier start created tables, because a killed process may not have dropped them. */
    boolean hasTables() {
        return hasTables;
    }

    void recordTablesCreated() {
        if (!hasTables) {
            hasTables = true;
            journal.append(new Line(null, true, null, null, null));
        }
    }

    Instant startedAt() {
        return startedAt;
    }

    /** The server of the first cell with a result; {@code null} if there is none yet. */
    @Nullable
    ServerSummary server() {
        return server;
    }

    /** Returns the run's notes, and one if the server differs from the first cell's although it is fixed. */
    List<Note> write(CellResult cell, @Nullable RunResult result, boolean isServerFixed) {
        List<Note> cellNotes = new ArrayList<>();
        if (result != null) {
            cellNotes.addAll(result.notes());
            resultFiles.writeData(cell.trial().folder(), result);
            if (server == null) {
                server = result.server();
                journal.append(new Line(null, null, server, null, null));
            } else if (isServerFixed && !identity(server).equals(identity(result.server()))) {
                cellNotes.add(Note.of(Note.Code.MATRIX_SERVER_CHANGED));
            }
        }
        journal.append(new Line(null, null, null, cell, cellNotes.isEmpty() ? null : cellNotes));
        return cellNotes;
    }

    private static List<String> identity(ServerSummary server) {
        return List.of(server.version(), server.serverUuid(), server.hostname());
    }

    void write(MatrixResult matrix) {
        resultFiles.write(matrix);
    }
}
