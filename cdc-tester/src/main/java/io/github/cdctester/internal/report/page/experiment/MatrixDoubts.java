// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.MatrixResult.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/** What to distrust of a matrix, the worst first. */
final class MatrixDoubts {

    /** With fewer repeats only large differences can be told; docs/matrix.md. */
    private static final int ENOUGH_REPEATS = 5;

    /** With wider intervals, in percentage points to either side, a setting that costs much may look like one that costs nothing. */
    private static final double WIDE = 5;

    private static final double MOST = 999;

    private final MatrixResult matrix;
    private final MatrixCells cells;
    private final List<Warning> doubts = new ArrayList<>();

    private MatrixDoubts(MatrixResult matrix, MatrixCells cells) {
        this.matrix = matrix;
        this.cells = cells;
    }

    static List<Warning> of(MatrixResult matrix, MatrixCells cells) {
        MatrixDoubts all = new MatrixDoubts(matrix, cells);
        all.lacking();
        all.verdicts();
        all.noise();
        all.conditions();
        return Sentences.of(all.doubts);
    }

    private void lacking() {
        if (matrix.failure() != null) {
            doubts.add(new Warning(
                    "Something failed around the cells", matrix.failure(), "See that the server is as it was before"));
        }
        if (matrix.interrupted()) {
            doubts.add(Warning.interrupted(
                    "The matrix",
                    cells.count(Status.DONE) + " of " + matrix.cells().size() + " cells are done",
                    "Start it again with the same directory: it goes on with the cells that are missing"));
        }
        some(
                cell -> cell.status() == Status.FAILED,
                "failed",
                cell -> cell.reason() == null ? "nobody knows why" : cell.reason(),
                "A new start with the same directory tries them again");
        long missing = cells.count(Status.MISSING);
        if (missing > 0 && !matrix.interrupted()) {
            doubts.add(new Warning(
                    Numbers.count(missing, "cell is", "cells are") + " missing",
                    "Combinations with fewer runs than others have wider intervals, or none",
                    "A new start with the same directory goes on with them"));
        }
    }

    private void verdicts() {
        some(
                cell -> cell.status() == Status.DONE && !cell.held(),
                "did not hold",
                cell -> "its verdict is " + cell.verdict(),
                "Their rates may be those of a stream that lost something, or of a limit that was broken");
    }

    private void noise() {
        if (matrix.repeats() == 1) {
            doubts.add(new Warning(
                    "One run of each",
                    "What is real and what is noise cannot be said",
                    ENOUGH_REPEATS + " repeats tell a difference of 10 % nearly always"));
        } else if (matrix.repeats() < ENOUGH_REPEATS) {
            doubts.add(new Warning(
                    "Few repeats: " + matrix.repeats(),
                    "Only large differences can be told from noise",
                    ENOUGH_REPEATS + " repeats tell a difference of 10 % nearly always"));
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
            doubts.add(new Warning(
                    "The noise is large",
                    String.format(
                            Locale.ROOT,
                            "At worst a reduction is known to ± %.1f percentage points",
                            Math.min(widest, MOST)),
                    "More repeats, longer cells, a quieter machine; inside the noise does not mean no difference"));
        }
    }

    private void conditions() {
        some(
                cell -> Boolean.FALSE.equals(cell.warm()),
                "did not get warm in time",
                cell -> "warmed up for " + Numbers.of(cell.warmUpSeconds()) + " s",
                "Raise the longest warm-up");
        some(
                cell -> Boolean.FALSE.equals(cell.beganAtRest()),
                "began before the stream was at rest",
                cell -> "what the cell before left is in its numbers",
                "Wait longer between cells");
        some(
                cell -> cell.attempts() > 1,
                "had to be tried again",
                cell -> "begun " + cell.attempts() + " times",
                "Look at what became of the server then");
        some(
                cell -> cell.status() == Status.DONE
                        && cell.held()
                        && cell.verdict() != null
                        && !cell.verdict().startsWith("LOSSLESS"),
                "were not checked for loss",
                cell -> "its verdict is " + cell.verdict(),
                "A load that only reads has nothing to lose; with any other leave the check on");
    }

    /** A reason in words for one of the cells. */
    private interface Why {
        String of(CellResult cell);
    }

    private void some(Predicate<CellResult> which, String what, Why why, String remedy) {
        List<CellResult> found = matrix.cells().stream().filter(which).toList();
        if (!found.isEmpty()) {
            CellResult first = found.get(0);
            doubts.add(new Warning(
                    Numbers.count(found.size(), "cell", "cells") + " " + what,
                    (found.size() == 1 ? "" : "The first is ") + cells.name(first) + ": " + why.of(first),
                    remedy));
        }
    }
}
