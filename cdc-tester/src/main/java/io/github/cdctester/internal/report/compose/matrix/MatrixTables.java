// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.SweepResult.Spread;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a matrix. */
final class MatrixTables {

    private static final String NOISE_NOTE = "Below each number its reduction, ± how far its interval goes towards 0; "
            + MatrixCells.NOISE + ": inside the noise.";

    private final MatrixResult matrix;
    private final MatrixCells cells;

    MatrixTables(MatrixCells cells) {
        matrix = cells.matrix();
        this.cells = cells;
    }

    String summaryTitle() {
        return "At " + matrix.axis() + " " + matrix.summaryAt() + ", against " + matrix.baseline();
    }

    /** A row a setting; for each workload the number at one value of the axis, and its reduction. */
    Table summary() {
        List<Column> columns = new ArrayList<>(List.of(Column.text("setting", "setting")));
        for (int i = 0; i < matrix.workloads().size(); i++) {
            String workload = matrix.workloads().get(i);
            columns.add(Column.count(workload + ".queriesPerSecond", workload + " QPS")
                    .in(i));
            columns.add(
                    Column.count(workload + ".reducedByPercent", "reduced by").in(i));
        }
        List<Row> rows = new ArrayList<>();
        for (SettingSummary setting : matrix.settings()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(setting.name())));
            for (String workload : matrix.workloads()) {
                Optional<MatrixRow> found = cells.row(workload, matrix.summaryAt(), setting.name());
                row.add(queries(workload, matrix.summaryAt(), setting.name(), found, null));
                row.add(Cell.of(cells.reduced(found), tone(found)));
            }
            rows.add(Row.of(row));
        }
        return new Table(
                "summary", summaryTitle(), MatrixCells.NOISE + ": inside the noise.", columns, rows, Detail.ESSENTIAL);
    }

    /** A row a value of the axis, a column a setting, with the reduction in the line below. */
    Table full(String workload) {
        return table(
                "queries-" + workload,
                workload + ": QPS, and by how much it is reduced against " + matrix.baseline(),
                NOISE_NOTE,
                (label, setting) -> {
                    Optional<MatrixRow> found = cells.row(workload, label, setting);
                    String reduced = cells.reduced(found);
                    return queries(workload, label, setting, found, reduced.isEmpty() ? null : reduced);
                });
    }

    /** A row a value of the axis, a column a setting, with the mean of a probe. */
    Table probe(String workload, String probe) {
        return table(
                probe + "-" + workload,
                workload + ": mean of " + probe,
                null,
                (label, setting) -> Cell.of(cells.row(workload, label, setting)
                        .map(found -> found.values().get(probe))
                        .orElse(null)));
    }

    /** A cell of a table over all values and settings. */
    private interface CellOf {
        Cell at(String label, String setting);
    }

    private Table table(String id, String title, @Nullable String note, CellOf cell) {
        List<Column> columns = new ArrayList<>(List.of(Column.count(matrix.axis(), matrix.axis())));
        for (int i = 0; i < matrix.settings().size(); i++) {
            String setting = matrix.settings().get(i).name();
            columns.add(Column.number(setting, setting, Unit.NONE, 1).in(i));
        }
        List<Row> rows = new ArrayList<>();
        for (String label : matrix.values()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(label)));
            matrix.settings().forEach(setting -> row.add(cell.at(label, setting.name())));
            rows.add(Row.of(row));
        }
        return new Table(id, title, note, columns, rows, Detail.SUMMARY);
    }

    /** The number, with the line below it; where runs are lacking it says so. */
    private Cell queries(
            String workload, String label, String setting, Optional<MatrixRow> found, @Nullable String below) {
        String lacking = cells.lacking(workload, label, setting);
        String text = MatrixCells.queries(found);
        if (lacking == null) {
            return Cell.of(text, below == null ? Tone.NEUTRAL : tone(found)).below(below);
        }
        boolean known = found.map(MatrixRow::queriesPerSecond).isPresent();
        return Cell.of(known ? text : lacking, Tone.UNSURE)
                .below(known ? (below == null ? lacking : below + "; " + lacking) : null);
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
    Table remarkable() {
        return new Table(
                "cells",
                "Cells with something to be said about",
                "The folders are below the matrix' directory; each has the result.json of its run.",
                List.of(
                        Column.count("cell", "cell"),
                        Column.text("setting", "setting"),
                        Column.text("workload", "workload"),
                        Column.count(matrix.axis(), matrix.axis()),
                        Column.count("run", "run"),
                        Column.text("folder", "folder"),
                        Column.text("status", "became"),
                        Column.text("verdict", "verdict"),
                        Column.number("write.queriesPerSecond", "QPS", Unit.NONE, 1),
                        Column.text("why", "why")),
                matrix.cells().stream()
                        .filter(cell -> cell.status() != Status.DONE
                                || !cell.held()
                                || cell.attempts() > 1
                                || !cell.remarks().isEmpty())
                        .map(MatrixTables::row)
                        .toList(),
                Detail.PAGE);
    }

    private static Row row(CellResult cell) {
        List<String> why = new ArrayList<>();
        if (cell.reason() != null) {
            why.add(cell.reason());
        }
        if (cell.attempts() > 1) {
            why.add("begun " + cell.attempts() + " times");
        }
        cell.remarks().forEach(remark -> why.add(remark.text()));
        boolean done = cell.status() == Status.DONE;
        return Row.of(
                cell.cell(),
                cell.setting(),
                cell.workload(),
                cell.label(),
                cell.repeat(),
                cell.folder(),
                Cell.of(cell.status().name().toLowerCase(Locale.ROOT), done ? Tone.NEUTRAL : Tone.BAD),
                Cell.of(cell.verdict(), !done || cell.held() ? Tone.NEUTRAL : Tone.BAD),
                cell.values().get("write.queriesPerSecond"),
                String.join("; ", why));
    }

    /** All values of matrix.json's table, a row for each workload, value and setting. */
    static Table values(MatrixResult matrix) {
        Set<String> names = new LinkedHashSet<>();
        matrix.table().forEach(row -> names.addAll(row.values().keySet()));
        List<Column> columns = new ArrayList<>();
        for (String name : List.of(
                "workload",
                matrix.axis(),
                "setting",
                "runs",
                "queriesPerSecond",
                "queriesPerSecond.median",
                "queriesPerSecond.min",
                "queriesPerSecond.max",
                "reducedByPercent",
                "reducedByPercent.low",
                "reducedByPercent.high",
                "pValue",
                "insideNoise")) {
            columns.add(Column.text(name, name));
        }
        names.forEach(name -> columns.add(Column.text(name, name)));
        return new Table(
                "values",
                null,
                null,
                columns,
                matrix.table().stream().map(row -> values(row, names)).toList(),
                Detail.PAGE);
    }

    private static Row values(MatrixRow row, Set<String> names) {
        Optional<Spread> spread = Optional.ofNullable(row.spread());
        Optional<Reduction> reduced = Optional.ofNullable(row.reduced());
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of(row.workload()),
                Cell.of(row.label()),
                Cell.of(row.setting()),
                Cell.of(row.runs()),
                Cell.of(row.queriesPerSecond()),
                Cell.of(spread.map(Spread::median).orElse(null)),
                Cell.of(spread.map(Spread::min).orElse(null)),
                Cell.of(spread.map(Spread::max).orElse(null)),
                Cell.of(reduced.map(Reduction::percent).orElse(null)),
                Cell.of(reduced.map(Reduction::lowPercent).orElse(null)),
                Cell.of(reduced.map(Reduction::highPercent).orElse(null)),
                Cell.of(reduced.map(Reduction::pValue).orElse(null)),
                Cell.of(reduced.map(Reduction::insideNoise).orElse(null))));
        names.forEach(name -> cells.add(Cell.of(row.values().get(name))));
        return Row.of(cells);
    }
}
