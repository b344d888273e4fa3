// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds the tables of a matrix. */
final class MatrixTables {

    private static final String NOISE_NOTE =
            "Below each QPS: its reduction, ± the distance to the end of its 95 % confidence interval"
                    + " on the side of 0; "
                    + MatrixCells.NOISE_SIGN + ": within noise.";

    private final MatrixResult matrix;
    private final MatrixCells cells;

    MatrixTables(MatrixCells cells) {
        matrix = cells.matrix();
        this.cells = cells;
    }

    String summaryTitle() {
        return "At " + ValueName.inWords(matrix.axis(), matrix.summaryAt()) + ", against " + matrix.baseline();
    }

    Table summary() {
        TableBuilder<SettingSummary> columns = new TableBuilder<SettingSummary>().add("setting", SettingSummary::name);
        for (int i = 0; i < matrix.loads().size(); i++) {
            String load = matrix.loads().get(i);
            Function<SettingSummary, Optional<MatrixRow>> rowFor =
                    setting -> cells.row(load, matrix.summaryAt(), setting.name());
            columns.add(
                            Column.count(load + ".queriesPerSecond", load + " QPS")
                                    .inGroup(i),
                            setting -> queries(load, matrix.summaryAt(), setting.name(), rowFor.apply(setting), null))
                    .add(Column.count(load + ".reducedByPercent", "Reduced by").inGroup(i), rowFor, this::reducedCell);
        }
        String note = cells.hasIntervals() ? MatrixCells.NOISE_SIGN + ": within noise." : null;
        return columns.build("summary", summaryTitle(), note, matrix.settings(), Detail.ESSENTIAL);
    }

    private Cell reducedCell(Optional<MatrixRow> row) {
        return Cell.of(cells.reductionText(row), tone(row));
    }

    /** The second line of a cell is the reduction. */
    Table queriesTable(String load) {
        return table(
                "queries-" + load,
                load + ": QPS and its reduction against " + matrix.baseline(),
                cells.hasIntervals() ? NOISE_NOTE : null,
                (label, setting) -> {
                    Optional<MatrixRow> row = cells.row(load, label, setting);
                    boolean isKnown = row.map(MatrixRow::reduced).isPresent();
                    String secondLine = (isKnown ? "Reduced by " : "") + cells.reductionText(row);
                    return queries(load, label, setting, row, secondLine);
                });
    }

    Table probe(String load, String probe) {
        return table(
                probe + "-" + load,
                load + ": mean of " + probe,
                null,
                (label, setting) -> Cell.of(cells.row(load, label, setting)
                        .map(row -> row.values().get(probe))
                        .orElse(null)));
    }

    private Table table(String id, String title, @Nullable String note, BiFunction<String, String, Cell> cell) {
        TableBuilder<String> columns =
                new TableBuilder<String>().add(Column.count(matrix.axis(), matrix.axis()), label -> label);
        for (int i = 0; i < matrix.settings().size(); i++) {
            String setting = matrix.settings().get(i).name();
            columns.add(Column.decimal(setting, setting, 1).inGroup(i), label -> cell.apply(label, setting));
        }
        return columns.build(id, title, note, matrix.values(), Detail.SUMMARY);
    }

    /** Returns a cell with the QPS and a second line. It also reports excluded runs, or only them if the QPS are unknown. */
    private Cell queries(
            String load, String label, String setting, Optional<MatrixRow> row, @Nullable String secondLine) {
        String excludedRuns = cells.excludedRunsText(load, label, setting);
        String text = MatrixCells.queriesText(row);
        if (excludedRuns == null) {
            return Cell.of(text, secondLine == null ? Tone.NEUTRAL : tone(row)).below(secondLine);
        }
        boolean isRateKnown = row.map(MatrixRow::queriesPerSecond).isPresent();
        return Cell.of(isRateKnown ? text : excludedRuns, Tone.UNSURE)
                .below(isRateKnown ? (secondLine == null ? excludedRuns : secondLine + "; " + excludedRuns) : null);
    }

    /** A significant reduction is bad, a significant increase is good. */
    private static Tone tone(Optional<MatrixRow> row) {
        Reduction reduction = row.map(MatrixRow::reduced).orElse(null);
        if (reduction == null || !Boolean.FALSE.equals(reduction.insideNoise())) {
            return Tone.NEUTRAL;
        }
        return reduction.percent() > 0 ? Tone.BAD : Tone.GOOD;
    }

    /** Contains the cells that failed, broke a limit, lost data, are missing, were restarted or have remarks. */
    Table remarks() {
        return new TableBuilder<CellResult>()
                .add(Column.count("cell", "cell"), cell -> cell.trial().step())
                .add("setting", CellResult::setting)
                .add("workload", CellResult::load)
                .add(
                        Column.count(matrix.axis(), matrix.axis()),
                        cell -> cell.trial().label())
                .add(Column.count("run", "run"), cell -> cell.trial().repeat())
                .add("folder", cell -> cell.trial().folder())
                .add(
                        Column.text("status", "status"),
                        cell -> Cell.of(
                                PlainText.asWords(cell.trial().status()),
                                cell.trial().status() == Status.DONE ? Tone.NEUTRAL : Tone.BAD))
                .add(
                        "verdict",
                        cell -> Cell.of(
                                MatrixCells.verdictText(cell),
                                cell.trial().status() != Status.DONE || cell.held() ? Tone.NEUTRAL : Tone.BAD))
                .add(
                        ValueFormat.column(ResultValues.WRITE_QPS.labelled("QPS")),
                        cell -> cell.trial().values().get(ResultValues.WRITE_QPS.name()))
                .add("why", MatrixTables::reasons)
                .build(
                        "cells",
                        "Cells with remarks",
                        "Each folder, in the matrix's directory, has the result.json of its run.",
                        matrix.cells().stream()
                                .filter(cell -> cell.trial().status() != Status.DONE
                                        || !cell.held()
                                        || cell.attempts() > 1
                                        || !cell.trial().remarks().isEmpty())
                                .toList(),
                        Detail.PAGE);
    }

    private static String reasons(CellResult cell) {
        List<String> reasons = new ArrayList<>();
        if (cell.trial().reason() != null) {
            reasons.add(cell.trial().reason());
        }
        if (cell.attempts() > 1) {
            reasons.add("started " + cell.attempts() + " times");
        }
        cell.trial().remarks().forEach(remark -> reasons.add(remark.text()));
        return String.join("; ", reasons);
    }

    static Table values(MatrixResult matrix) {
        return new TableBuilder<MatrixRow>()
                .add("workload", MatrixRow::workload)
                .add(matrix.axis(), MatrixRow::label)
                .add("setting", MatrixRow::setting)
                .addIfAny(matrix.table(), Column.text("consumer", "consumer"), MatrixRow::consumer)
                .add("runs", MatrixRow::runs)
                .add("queriesPerSecond", MatrixRow::queriesPerSecond)
                .add("queriesPerSecond.median", MatrixRow::spread, Spread::median)
                .add("queriesPerSecond.min", MatrixRow::spread, Spread::min)
                .add("queriesPerSecond.max", MatrixRow::spread, Spread::max)
                .add("reducedByPercent", MatrixRow::reduced, Reduction::percent)
                .add("reducedByPercent.low", MatrixRow::reduced, Reduction::lowPercent)
                .add("reducedByPercent.high", MatrixRow::reduced, Reduction::highPercent)
                .add("pValue", MatrixRow::reduced, Reduction::pValue)
                .add("insideNoise", MatrixRow::reduced, Reduction::insideNoise)
                .addEach(matrix.table(), MatrixRow::values, mean -> mean)
                .addEach(matrix.table(), MatrixConsumers::values, value -> value)
                .build("values", null, "a row per workload, value and setting", matrix.table(), Detail.PAGE);
    }
}
