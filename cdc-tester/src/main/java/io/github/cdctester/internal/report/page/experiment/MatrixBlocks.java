// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.MatrixColumns;
import io.github.cdctester.internal.report.MatrixText;
import io.github.cdctester.internal.report.SweepText.Line;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a matrix, whose cells have what the text tables have.
 *
 * @param matrix the matrix
 * @param columns what stands in the cells
 * @param runs its cells
 */
record MatrixBlocks(MatrixResult matrix, MatrixColumns columns, MatrixCells runs) {

    private static final String NOISE_NOTE =
            "Below each number what it is reduced by, ± how far its interval goes towards 0; " + MatrixColumns.NOISE
                    + ": inside the noise.";

    /** A row a setting, for each workload what there was at one value of the axis and how much less that is. */
    Table summary() {
        List<String> heads = new ArrayList<>(List.of("setting"));
        for (String workload : matrix.workloads()) {
            heads.add(workload + " QPS");
            heads.add("reduced by");
        }
        List<Row> rows = new ArrayList<>();
        for (SettingSummary setting : matrix.settings()) {
            List<Cell> row = new ArrayList<>(List.of(Cells.text(setting.name())));
            for (String workload : matrix.workloads()) {
                Optional<MatrixRow> found = columns.row(workload, matrix.summaryAt(), setting.name());
                row.add(queries(workload, matrix.summaryAt(), setting.name(), found, null));
                row.add(TextCells.cell(
                        found.map(columns::reduced).orElse(MatrixColumns.NOTHING), null, tone(found), true));
            }
            rows.add(Row.of(row));
        }
        return TextCells.table(null, MatrixColumns.NOISE + ": inside the noise.", heads, rows);
    }

    /** A row a value of the axis, a column a setting, with what it is reduced by in the line below. */
    Table full(String workload, String title) {
        return table(title, NOISE_NOTE, (label, setting) -> {
            Optional<MatrixRow> found = columns.row(workload, label, setting);
            String reduced = found.map(columns::reduced).orElse(MatrixColumns.NOTHING);
            return queries(workload, label, setting, found, reduced.isEmpty() ? null : reduced);
        });
    }

    /** A row a value of the axis, a column a setting, with the mean of a probe. */
    Table probe(String workload, String probe, String title) {
        return table(title, null, (label, setting) -> {
            Double mean = columns.row(workload, label, setting)
                    .map(found -> found.values().get(probe))
                    .orElse(null);
            return Cells.number(mean == null ? MatrixColumns.NOTHING : MatrixColumns.probed(mean));
        });
    }

    /** A cell of a table over all values and settings. */
    private interface CellOf {
        Cell at(String label, String setting);
    }

    private Table table(String title, @Nullable String note, CellOf cell) {
        List<String> heads = new ArrayList<>(List.of(matrix.axis()));
        matrix.settings().forEach(setting -> heads.add(setting.name()));
        List<Row> rows = new ArrayList<>();
        for (String label : matrix.values()) {
            List<Cell> row = new ArrayList<>(List.of(Cells.number(label)));
            matrix.settings().forEach(setting -> row.add(cell.at(label, setting.name())));
            rows.add(Row.of(row));
        }
        return TextCells.table(title, note, heads, rows);
    }

    /** The number, with the line below it; where runs are lacking it says so. */
    private Cell queries(
            String workload, String label, String setting, Optional<MatrixRow> found, @Nullable String below) {
        String lacking = runs.lacking(workload, label, setting);
        boolean known = found.map(MatrixRow::queriesPerSecond).isPresent();
        String text = found.map(MatrixColumns::queries).orElse(MatrixColumns.NOTHING);
        if (lacking == null) {
            return TextCells.cell(text, below, below == null ? Tone.NEUTRAL : tone(found), true);
        }
        return TextCells.cell(
                known ? text : lacking,
                known ? (below == null ? lacking : below + "; " + lacking) : null,
                Tone.UNSURE,
                true);
    }

    /** Less than the baseline by more than noise is bad, more is good, and the rest says nothing. */
    private static Tone tone(Optional<MatrixRow> found) {
        Reduction reduced = found.map(MatrixRow::reduced).orElse(null);
        if (reduced == null || !Boolean.FALSE.equals(reduced.insideNoise())) {
            return Tone.NEUTRAL;
        }
        return reduced.percent() > 0 ? Tone.BAD : Tone.GOOD;
    }

    /** Cells that are not as they should be: all others are in the tables. */
    Table cells() {
        List<Row> rows = matrix.cells().stream()
                .filter(cell -> cell.status() != Status.DONE
                        || !cell.held()
                        || cell.attempts() > 1
                        || !cell.remarks().isEmpty())
                .map(this::cell)
                .toList();
        return TextCells.table(
                "Cells with something to be said about",
                "The folders are below the matrix' directory; each has the result.json of its run.",
                List.of(
                        "cell",
                        "setting",
                        "workload",
                        matrix.axis(),
                        "run",
                        "folder",
                        "became",
                        "verdict",
                        "QPS",
                        "why"),
                rows);
    }

    private Row cell(CellResult cell) {
        List<String> why = new ArrayList<>();
        if (cell.reason() != null) {
            why.add(cell.reason());
        }
        if (cell.attempts() > 1) {
            why.add("begun " + cell.attempts() + " times");
        }
        why.addAll(cell.remarks());
        Double queries = cell.values().get("write.queriesPerSecond");
        return Cells.row(
                Cells.number(String.valueOf(cell.cell())),
                Cells.text(cell.setting()),
                Cells.text(cell.workload()),
                Cells.number(cell.label()),
                Cells.number(String.valueOf(cell.repeat())),
                Cells.text(cell.folder()),
                Cells.text(
                        cell.status().name().toLowerCase(Locale.ROOT),
                        cell.status() == Status.DONE ? Tone.NEUTRAL : Tone.BAD),
                Cells.text(cell.verdict(), cell.status() != Status.DONE || cell.held() ? Tone.NEUTRAL : Tone.BAD),
                Cells.number(Numbers.of(queries)),
                Cells.text(String.join("; ", why)));
    }

    /** How it was done, and what stands around the tables of text. */
    List<Block> about(MatrixText words) {
        List<Line> lines = new ArrayList<>(words.head());
        lines.addAll(words.foot());
        return List.of(
                new Prose("Each of the " + Numbers.count(matrix.repeats(), "repeat", "repeats")
                        + " has all combinations once, in an order by chance that the seed " + matrix.seed()
                        + " decides, and is over before the next begins: whatever drifts over hours meets all settings"
                        + " alike."),
                new Prose(
                        matrix.repeats() == 1
                                ? "One run of each combination tells nothing of the noise, so no difference here can"
                                        + " be told from chance."
                                : "The noise is how far the repeats of a combination are apart on a logarithmic scale,"
                                        + " taken together over a workload's cells where nothing says that it differs"
                                        + " between them. The intervals are made so that in 95 of 100 matrices between"
                                        + " equal settings none"
                                        + " of them all leaves"
                                        + " out 0."
                                        + " " + MatrixColumns.NOISE + " does not say that there is no"
                                        + " difference: more repeats may show one."),
                Cells.lines(null, lines));
    }
}
