// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What there is of a matrix up to now. For one thread. */
final class MatrixRecord {

    private final MatrixPlan matrix;
    private final Plan base;
    private final MatrixFiles files;
    private final List<Cell> cells;
    private final Map<Integer, CellResult> ended = new TreeMap<>();
    private final List<Note> notes = new ArrayList<>();

    MatrixRecord(MatrixPlan matrix, Plan base, MatrixFiles files, List<Cell> cells) {
        this.matrix = matrix;
        this.base = base;
        this.files = files;
        this.cells = cells;
        ended.putAll(files.done());
    }

    /** A cell has ended. */
    void add(CellResult cell) {
        ended.put(cell.cell(), cell);
    }

    /** Something that a reader must know. */
    void note(Note note) {
        if (notes.stream().noneMatch(note::isLike)) {
            notes.add(note);
        }
    }

    /** The cells that are to be run. */
    List<Cell> left() {
        return cells.stream().filter(cell -> !ended.containsKey(cell.number())).toList();
    }

    MatrixResult result(boolean interrupted, @Nullable String failure, List<Check> checks) {
        List<CellResult> all = new ArrayList<>();
        for (Cell cell : cells) {
            CellResult known = ended.get(cell.number());
            all.add(known == null ? CellAttempts.missing(cell) : known);
        }
        return new MatrixResult(
                RunResult.SCHEMA_VERSION,
                MatrixResult.KIND,
                files.startedAt(),
                files.server(),
                base.endpoint().address(),
                matrix.baseline(),
                matrix.settings().stream()
                        .map(setting -> new SettingSummary(setting.name(), setting.what()))
                        .toList(),
                matrix.axis().parameter().property(),
                matrix.axis().points().stream().map(SweepAxis.Point::label).toList(),
                matrix.workloads().stream().map(MatrixWorkload::name).toList(),
                matrix.repeats(),
                matrix.seed(),
                matrix.time().toMillis() / 1e3,
                matrix.warmUp().words(),
                matrix.summaryPoint(),
                interrupted,
                failure,
                List.copyOf(notes),
                checks,
                all,
                new MatrixRows(matrix, all).rows());
    }
}
