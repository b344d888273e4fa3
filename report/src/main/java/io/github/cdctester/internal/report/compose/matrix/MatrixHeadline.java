// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.ExperimentComposer;
import io.github.cdctester.internal.report.compose.experiment.LimitSummary;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Composes the headline of a matrix: the setting that changes QPS most, and whether the change exceeds the noise. */
final class MatrixHeadline {

    private final MatrixResult matrix;
    private final MatrixCells cells;

    MatrixHeadline(MatrixCells cells) {
        matrix = cells.matrix();
        this.cells = cells;
    }

    Headline headline() {
        return new Headline(tone(), text(), summary(), figures(), limits(), MatrixWarnings.of(cells));
    }

    /** Complete results that passed are neutral, because the cost of a setting is neither good nor bad. */
    private Tone tone() {
        if (!matrix.isHeld()) {
            return Tone.BAD;
        }
        boolean lacksComparison = cells.comparesSettings() && comparedRows().isEmpty();
        return matrix.hasFailed() || lacksComparison || cells.committedNothingCount() > 0 ? Tone.UNSURE : Tone.NEUTRAL;
    }

    private List<MatrixRow> comparedRows() {
        return matrix.table().stream().filter(row -> row.reduced() != null).toList();
    }

    /** Returns the rows at the axis value of the summary: largest change first, rows within the noise last. */
    private List<MatrixRow> summaryRows() {
        return comparedRows().stream()
                .filter(row -> row.label().equals(matrix.summaryAt()))
                .sorted(Comparator.comparing((MatrixRow row) -> !exceedsNoise(row))
                        .thenComparingDouble(row -> -Math.abs(reduction(row).percent())))
                .toList();
    }

    private static Reduction reduction(MatrixRow row) {
        return Objects.requireNonNull(row.reduced());
    }

    private static boolean exceedsNoise(MatrixRow row) {
        return Boolean.FALSE.equals(reduction(row).insideNoise());
    }

    /**
     * Returns the numbers of cells with problems, followed by the largest change by a setting. If settings are not compared,
     * the delays of the consumers follow instead. Failed cells are counted only if no cell broke a limit or lost data.
     */
    private String text() {
        long brokenCount = matrix.cells().stream().filter(cell -> !cell.held()).count();
        long failed = cells.count(Status.FAILED);
        long empty = cells.committedNothingCount();
        List<String> problems = new ArrayList<>();
        if (brokenCount > 0) {
            problems.add(PlainText.withNoun(brokenCount, "cell") + " broke a limit or lost data");
        } else if (failed > 0) {
            problems.add(PlainText.withNoun(failed, "cell") + " failed");
        }
        if (empty > 0) {
            problems.add(PlainText.withNoun(empty, "cell") + " committed nothing");
        }
        return ExperimentComposer.joined(
                String.join(", ", problems),
                cells.comparesSettings() ? largestChangeText() : MatrixConsumers.delayRangeText(matrix));
    }

    private String largestChangeText() {
        String prefix = "At " + ValueName.inWords(matrix.axis(), matrix.summaryAt()) + ", ";
        List<MatrixRow> stoppedRows = stoppedRows();
        if (!stoppedRows.isEmpty()) {
            return prefix + stopText(stoppedRows);
        }
        List<MatrixRow> rows = summaryRows();
        if (rows.isEmpty()) {
            boolean isBaselineEmpty = matrix.loads().stream()
                    .anyMatch(load -> cells.committedNothing(load, matrix.summaryAt(), matrix.baseline()));
            return "Nothing to compare with " + matrix.baseline()
                    + (isBaselineEmpty ? ", which committed nothing" : " yet");
        }
        MatrixRow first = rows.get(0);
        if (exceedsNoise(first)) {
            return prefix + first.setting() + (isGain(first) ? " gains most: " : " costs most: ") + change(first);
        }
        return reduction(first).insideNoise() == null
                ? prefix + first.setting() + " differs most: " + change(first) + ", which may be noise: one run each"
                : prefix + "no setting changes QPS against " + matrix.baseline() + " by more than noise";
    }

    /**
     * Returns the rows of the summary whose runs committed nothing although the baseline committed. They have no reduction,
     * because the method compares logarithms, but no other setting changes QPS more.
     */
    private List<MatrixRow> stoppedRows() {
        return matrix.table().stream()
                .filter(row -> row.label().equals(matrix.summaryAt()))
                .filter(row -> cells.committedNothing(row.load(), row.label(), row.setting()))
                .filter(row -> cells.row(row.load(), row.label(), matrix.baseline())
                        .map(MatrixRow::queriesPerSecond)
                        .isPresent())
                .toList();
    }

    private String stopText(List<MatrixRow> stoppedRows) {
        MatrixRow first = stoppedRows.get(0);
        int more = stoppedRows.size() - 1;
        return first.setting() + " stops " + first.load() + ": "
                + cells.excludedRunsText(first.load(), first.label(), first.setting())
                + (more == 0
                        ? ""
                        : "; " + PlainText.withNoun(more, "more combination") + (more == 1 ? " stops" : " stop"));
    }

    private static boolean isGain(MatrixRow row) {
        return reduction(row).percent() < 0;
    }

    private static String change(MatrixRow row) {
        String percent =
                String.format(Locale.ROOT, "%.2f %%", Math.abs(reduction(row).percent()));
        return row.load() + " QPS " + (isGain(row) ? "increased" : "reduced") + " by " + percent
                + MatrixCells.intervalText(reduction(row));
    }

    private String summary() {
        long rowsBeyondNoise =
                comparedRows().stream().filter(MatrixHeadline::exceedsNoise).count();
        long done = cells.count(Status.DONE);
        long empty = cells.committedNothingCount();
        String doneText = done + " of " + PlainText.withNoun(matrix.cells().size(), "cell") + " done"
                + (empty == 0 ? "." : ", " + empty + " of them committed nothing.");
        if (!cells.comparesSettings()) {
            return doneText;
        }
        return "Of " + PlainText.withNoun(comparedRows().size(), "comparison") + " with " + matrix.baseline()
                + ", "
                + rowsBeyondNoise + " " + (rowsBeyondNoise == 1 ? "is" : "are") + " more than noise. " + doneText;
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (String load : matrix.loads()) {
            Optional<MatrixRow> largestChange = summaryRows().stream()
                    .filter(row -> row.load().equals(load))
                    .findFirst();
            Optional<MatrixRow> baseline = cells.row(load, matrix.summaryAt(), matrix.baseline());
            largestChange.ifPresent(row -> figures.add(new Figure(
                    load + ", reduced by",
                    MatrixCells.percentText(reduction(row)),
                    "%",
                    row.setting() + ": " + MatrixCells.queriesText(baseline) + " → "
                            + MatrixCells.queriesText(Optional.of(row)) + " QPS"
                            + MatrixCells.intervalText(reduction(row)))));
        }
        figures.add(new Figure(
                "Cells",
                String.valueOf(cells.count(Status.DONE)),
                "",
                "of " + matrix.cells().size() + "; "
                        + PlainText.withNoun(matrix.settings().size(), "setting") + " × "
                        + PlainText.withNoun(matrix.values().size(), "value") + " × "
                        + PlainText.withNoun(matrix.workloads().size(), "workload") + " × "
                        + (matrix.consumers().isEmpty()
                                ? ""
                                : PlainText.withNoun(matrix.consumers().size(), "consumer") + " × ")
                        + PlainText.withNoun(matrix.repeats(), "run")));
        return figures;
    }

    private List<CheckedLimit> limits() {
        LimitSummary limits = new LimitSummary().add(matrix.checks());
        List<CellResult> brokenCells =
                matrix.cells().stream().filter(cell -> !cell.held()).toList();
        long done = cells.count(Status.DONE);
        if (done + brokenCells.size() > 0) {
            limits.add(new CheckedLimit(
                    "checks and verdicts of the cells",
                    brokenCells.isEmpty()
                            ? "in " + PlainText.withNoun(done, "cell")
                            : "broken in " + brokenCells.size() + ", first in " + cells.name(brokenCells.get(0))
                                    + (MatrixCells.verdictText(brokenCells.get(0)) == null
                                            ? ""
                                            : ": " + MatrixCells.verdictText(brokenCells.get(0))),
                    brokenCells.isEmpty()));
        }
        return limits.build();
    }
}
