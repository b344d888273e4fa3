// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

final class MatrixWarnings {

    /** With fewer repeats only large differences can be told; docs/matrix.md. */
    private static final int ENOUGH_REPEATS = 5;

    /** With wider intervals, in percentage points to either side, a setting that costs much may look like one that costs nothing. */
    private static final double WIDE = 5;

    private static final double MOST = 999;

    private final MatrixResult matrix;
    private final MatrixCells cells;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private MatrixWarnings(MatrixCells cells) {
        matrix = cells.matrix();
        this.cells = cells;
    }

    static List<Warning> of(MatrixCells cells) {
        MatrixWarnings all = new MatrixWarnings(cells);
        all.lacking();
        all.some(
                cell -> cell.status() == Status.DONE && !cell.held(),
                "NOT_HELD",
                Severity.HIGH,
                "broke a limit or lost data",
                cell -> "verdict " + cell.verdict(),
                "Do not rely on their rates before you know why.");
        all.noise();
        all.conditions();
        all.warnings.addNotes(all.matrix.notes());
        return all.warnings.build();
    }

    private void lacking() {
        warnings.failedAround("the cells", matrix.failure());
        if (matrix.interrupted()) {
            warnings.interrupted(
                    "The matrix",
                    cells.count(Status.DONE) + " of " + matrix.cells().size() + " cells are done",
                    "Rerun it with the same directory to resume.");
        }
        some(
                cell -> cell.status() == Status.FAILED,
                "CELLS_FAILED",
                Severity.HIGH,
                "failed",
                cell -> cell.reason() == null ? "the reason is not known" : cell.reason(),
                "Rerun with the same directory to repeat them.");
        long missing = cells.count(Status.MISSING);
        if (missing > 0 && !matrix.interrupted()) {
            warnings.add(
                    "CELLS_MISSING",
                    Severity.MEDIUM,
                    ShortNumber.count(missing, "cell is", "cells are") + " missing",
                    "Combinations with fewer runs have wider intervals, or none",
                    "Rerun with the same directory to resume.");
        }
    }

    private void noise() {
        if (matrix.repeats() == 1) {
            warnings.add(
                    "ONE_RUN",
                    Severity.MEDIUM,
                    "One run each",
                    "No difference can be told from noise",
                    "With " + ENOUGH_REPEATS + " repeats a difference of 10 % nearly always shows.");
        } else if (matrix.repeats() < ENOUGH_REPEATS) {
            warnings.add(
                    "FEW_REPEATS",
                    Severity.LOW,
                    "Few repeats: " + matrix.repeats(),
                    "Only large differences can be told from noise",
                    "With " + ENOUGH_REPEATS + " repeats a difference of 10 % nearly always shows.");
        }
        double widest = matrix.table().stream()
                .map(row -> row.reduced())
                .filter(Objects::nonNull)
                .map(Reduction::plusMinus)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        if (widest > WIDE) {
            warnings.add(
                    "NOISE_LARGE",
                    Severity.LOW,
                    "The noise is large",
                    String.format(
                            Locale.ROOT, "The widest interval is ± %.1f percentage points", Math.min(widest, MOST)),
                    "Use more repeats, longer cells, or a quieter machine: within noise does not mean no difference.");
        }
    }

    private void conditions() {
        some(
                cell -> Boolean.FALSE.equals(cell.warm()),
                "NOT_WARM",
                Severity.MEDIUM,
                "were not warm in time",
                cell -> "warmed up for " + ShortNumber.of(cell.warmUpSeconds()) + " s",
                "Raise the longest warm-up.");
        some(
                cell -> Boolean.FALSE.equals(cell.beganAtRest()),
                "NOT_AT_REST",
                Severity.MEDIUM,
                "began before the stream was at rest",
                cell -> "its delays include what the cell before left",
                "Wait longer between cells.");
        some(
                cell -> cell.attempts() > 1,
                "TRIED_AGAIN",
                Severity.LOW,
                "were repeated",
                cell -> "started " + cell.attempts() + " times",
                "See why the first attempt failed.");
        some(
                cell -> cell.status() == Status.DONE
                        && cell.held()
                        && cell.verdictStatus() == Verdict.Status.NOT_CHECKED
                        && cell.values()
                                .containsKey("cdc.bytesPerSecond"), // else a note says that no stream was followed
                "NOT_CHECKED",
                Severity.LOW,
                "were not checked for loss",
                cell -> "verdict " + cell.verdict(),
                "Workloads that only read have nothing to lose; for others, leave the check on.");
    }

    private interface Why {
        String of(CellResult cell);
    }

    private void some(
            Predicate<CellResult> which, String code, Severity severity, String what, Why why, String remedy) {
        List<CellResult> found = matrix.cells().stream().filter(which).toList();
        if (!found.isEmpty()) {
            CellResult first = found.get(0);
            warnings.add(
                    code,
                    severity,
                    ShortNumber.count(found.size(), "cell", "cells") + " " + what,
                    (found.size() == 1 ? "" : "First: ") + cells.name(first) + ": " + why.of(first),
                    remedy);
        }
    }
}
