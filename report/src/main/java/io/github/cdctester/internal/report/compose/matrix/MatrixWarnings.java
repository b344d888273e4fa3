// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.ExperimentWarnings;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.statistics.RepeatsNeeded;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** Collects the warnings of a matrix. */
final class MatrixWarnings {

    /** In percentage points. With a larger half width, an expensive setting may seem to cost nothing. */
    private static final double WIDE_HALF_WIDTH = 5;

    /** Probability of reporting a difference in a matrix of equal settings. */
    private static final double FALSE_POSITIVE_RATE = 0.05;

    /** Mean range of two, three and four normal values, in standard deviations. The index is the number of values. */
    private static final double[] MEAN_RANGE = {1, 1, 1.128, 1.693, 2.059};

    private final MatrixResult matrix;
    private final MatrixCells cells;
    private final ExperimentWarnings warnings = new ExperimentWarnings();

    private MatrixWarnings(MatrixCells cells) {
        matrix = cells.matrix();
        this.cells = cells;
    }

    static List<Warning> of(MatrixCells cells) {
        MatrixWarnings builder = new MatrixWarnings(cells);
        builder.addMissingCells();
        builder.addForCells(
                "NOT_HELD",
                cell -> cell.trial().status() == Status.DONE && !cell.held(),
                cell -> "verdict " + MatrixCells.verdictText(cell));
        builder.addNoise();
        builder.addConditions();
        builder.warnings.addNotes(builder.matrix.notes());
        return builder.warnings.build();
    }

    private void addMissingCells() {
        warnings.addFailureOutsideTrials("the cells", matrix.failure());
        if (matrix.interrupted()) {
            int cellCount = matrix.cells().size();
            warnings.add("matrix.INTERRUPTED", cells.count(Status.DONE), cellCount);
        }
        addForCells(
                "CELLS_FAILED",
                cell -> cell.trial().status() == Status.FAILED,
                cell -> cell.trial().reason() == null
                        ? "the reason is not known"
                        : cell.trial().reason());
        long missing = cells.count(Status.MISSING);
        if (missing > 0 && !matrix.interrupted()) {
            warnings.add("matrix.CELLS_MISSING", ShortNumber.count(missing, "cell is", "cells are"));
        }
    }

    private void addNoise() {
        if (matrix.repeats() == 1) {
            warnings.add("matrix.ONE_RUN", RepeatsNeeded.MIN_REPEATS);
        } else if (matrix.repeats() < RepeatsNeeded.MIN_REPEATS) {
            warnings.add("matrix.FEW_REPEATS", matrix.repeats(), advice());
        }
        double maxHalfWidth = matrix.table().stream()
                .map(row -> row.reduced())
                .filter(Objects::nonNull)
                .map(Reduction::plusMinus)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        if (maxHalfWidth > WIDE_HALF_WIDTH) {
            warnings.add("matrix.NOISE_LARGE", MatrixCells.halfWidth(maxHalfWidth, 1));
        }
    }

    /**
     * Estimates the noise from the mean range of the repeats (L. H. C. Tippett, Biometrika 17, 1925). The confidence is
     * corrected for the number of comparisons.
     */
    private String advice() {
        double meanLogRange = matrix.table().stream()
                .filter(row -> row.runs() == matrix.repeats())
                .map(MatrixResult.MatrixRow::spread)
                .filter(Objects::nonNull)
                .mapToDouble(spread -> Math.log(spread.max() / spread.min()))
                .average()
                .orElse(0);
        double noise = 100 * Math.expm1(meanLogRange / MEAN_RANGE[matrix.repeats()]);
        double confidence = 1 - FALSE_POSITIVE_RATE / Math.max(1, matrix.table().size());
        return String.format(Locale.ROOT, "At this noise (%.1f %% from run to run), ", noise)
                + RepeatsNeeded.forTenPercent(noise, confidence);
    }

    private void addConditions() {
        addForCells(
                "NOT_WARMED_UP",
                cell -> Boolean.FALSE.equals(cell.warm()),
                cell -> "warmed up for " + ShortNumber.of(cell.warmUpSeconds()) + " s");
        addForCells(
                "NOT_IDLE",
                cell -> Boolean.FALSE.equals(cell.trial().startedIdle()),
                cell -> "its delays include the backlog of the previous cell");
        addForCells("TRIED_AGAIN", cell -> cell.attempts() > 1, cell -> "started " + cell.attempts() + " times");
        addForCells(
                "NOT_CHECKED",
                cell -> cell.trial().status() == Status.DONE
                        && cell.held()
                        && cell.verdictStatus() == Verdict.Status.NOT_CHECKED
                        && cell.trial()
                                .values()
                                .containsKey(ResultValues.CDC_BPS.name()), // runs without a stream have a note instead
                cell -> "verdict " + cell.verdict());
    }

    private void addForCells(String code, Predicate<CellResult> condition, Function<CellResult, String> why) {
        List<CellResult> matchingCells =
                matrix.cells().stream().filter(condition).toList();
        if (!matchingCells.isEmpty()) {
            CellResult firstCell = matchingCells.get(0);
            warnings.add(
                    "matrix." + code,
                    PlainText.withNoun(matchingCells.size(), "cell"),
                    (matchingCells.size() == 1 ? "" : "First: ") + cells.name(firstCell) + ": " + why.apply(firstCell));
        }
    }
}
