// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the cells and rows of a matrix, and formats their values. */
final class MatrixCells {

    static final String NOISE_SIGN = "~";

    static final String UNKNOWN = "-";

    private static final String BASELINE_TEXT = "Baseline value";

    /** In percent; larger half widths are displayed as {@code >999}. */
    private static final int MAX_HALF_WIDTH = 999;

    /** {@code load} is the workload, with the consumer if consumers are an axis. */
    private record Combination(String load, String label, String setting) {}

    private final MatrixResult matrix;
    private final Map<Combination, List<CellResult>> cellsByCombination;
    private final Map<Combination, MatrixRow> rows = new HashMap<>();
    private final Map<Trial, CellResult> cellsByTrial = new HashMap<>();

    MatrixCells(MatrixResult matrix) {
        this.matrix = matrix;
        cellsByCombination = matrix.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> new Combination(cell.load(), cell.trial().label(), cell.setting())));
        matrix.cells().forEach(cell -> cellsByTrial.put(cell.trial(), cell));
        matrix.table().forEach(row -> rows.put(new Combination(row.load(), row.label(), row.setting()), row));
    }

    CellResult cell(Trial trial) {
        return Objects.requireNonNull(cellsByTrial.get(trial), trial.folder());
    }

    /**
     * Returns the verdict on the stream; if it is good but the cell fails, the verdicts on the consumers that did not pass, the
     * worst first.
     */
    static @Nullable String verdictText(CellResult cell) {
        boolean isBad = cell.verdictStatus() != null && cell.verdictStatus().isBad();
        String consumers = cell.held() || isBad
                ? ""
                : cell.consumerVerdicts().entrySet().stream()
                        .filter(entry -> entry.getValue() != Verdict.Status.LOSSLESS
                                && !cell.heldConsumers().contains(entry.getKey()))
                        .sorted(Map.Entry.<String, Verdict.Status>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .map(entry -> entry.getValue() + " of consumer " + entry.getKey())
                        .collect(Collectors.joining(", "));
        return consumers.isEmpty() ? cell.verdict() : consumers;
    }

    /** With one setting and consumers as an axis, only consumers are compared. */
    boolean comparesSettings() {
        return matrix.settings().size() > 1 || matrix.consumers().isEmpty();
    }

    MatrixResult matrix() {
        return matrix;
    }

    Optional<MatrixRow> row(String load, String label, String setting) {
        return Optional.ofNullable(rows.get(new Combination(load, label, setting)));
    }

    /**
     * Returns the numbers of the runs of a combination that its row excludes, as text: failed and missing runs, and runs
     * that committed nothing; {@code null} for none.
     */
    @Nullable
    String excludedRunsText(String load, String label, String setting) {
        List<CellResult> repeats = cells(load, label, setting);
        long failed = count(repeats, Status.FAILED);
        long missing = count(repeats, Status.MISSING);
        long empty = repeats.stream()
                .filter(cell -> TrialValues.committedNothing(cell.trial()))
                .count();
        List<String> texts = new ArrayList<>();
        if (failed + missing > 0) {
            texts.add((failed == 0 ? "" : failed + " failed" + (missing == 0 ? "" : ", "))
                    + (missing == 0 ? "" : missing + " missing") + " of " + repeats.size());
        }
        if (empty > 0) {
            texts.add(empty + " of " + repeats.size() + " committed nothing");
        }
        return texts.isEmpty() ? null : String.join("; ", texts);
    }

    private List<CellResult> cells(String load, String label, String setting) {
        return cellsByCombination.getOrDefault(new Combination(load, label, setting), List.of());
    }

    /** Returns true if runs of a combination are complete, and all of these committed nothing. */
    boolean committedNothing(String load, String label, String setting) {
        List<Trial> completeTrials = cells(load, label, setting).stream()
                .map(CellResult::trial)
                .filter(trial -> trial.status() == Status.DONE)
                .toList();
        return !completeTrials.isEmpty() && completeTrials.stream().allMatch(TrialValues::committedNothing);
    }

    long committedNothingCount() {
        return matrix.trials().stream().filter(TrialValues::committedNothing).count();
    }

    long count(Status status) {
        return count(matrix.cells(), status);
    }

    private static long count(List<CellResult> cells, Status status) {
        return cells.stream().filter(cell -> cell.trial().status() == status).count();
    }

    /** Returns text such as {@code cell 37 (pfsoff, oltp_read_only, threads 32, run 2)}. */
    String name(CellResult cell) {
        return "cell " + cell.trial().step() + " (" + cell.setting() + ", " + cell.load() + ", " + matrix.axis() + " "
                + cell.trial().label() + ", run " + cell.trial().repeat() + ")";
    }

    /** With one run per combination, there are no intervals. */
    boolean hasIntervals() {
        return matrix.table().stream()
                .anyMatch(row -> row.reduced() != null && row.reduced().lowPercent() != null);
    }

    List<String> probes() {
        return matrix.table().stream()
                .flatMap(row -> row.values().keySet().stream())
                .filter(name -> name.startsWith("probes."))
                .distinct()
                .toList();
    }

    static String queriesText(Optional<MatrixRow> row) {
        return row.map(MatrixRow::queriesPerSecond)
                .map(queries -> String.format(Locale.ROOT, queries < 1_000 ? "%.1f" : "%,.0f", queries))
                .orElse(UNKNOWN);
    }

    /** Uses the wording of the published experiment. */
    String reductionText(Optional<MatrixRow> row) {
        Reduction reduction = row.map(MatrixRow::reduced).orElse(null);
        if (reduction == null) {
            boolean isBaseline = row.filter(matrixRow -> matrixRow.setting().equals(matrix.baseline()))
                    .isPresent();
            return isBaseline ? BASELINE_TEXT : UNKNOWN;
        }
        return percentText(reduction) + " %" + intervalText(reduction);
    }

    static String percentText(Reduction reduction) {
        return String.format(Locale.ROOT, "%.2f", reduction.percent());
    }

    static String halfWidth(double plusMinus, int digits) {
        return plusMinus > MAX_HALF_WIDTH
                ? ">" + MAX_HALF_WIDTH
                : String.format(Locale.ROOT, "%." + digits + "f", plusMinus);
    }

    static String intervalText(Reduction reduction) {
        Double plusMinus = reduction.plusMinus();
        return (plusMinus == null ? "" : " ± " + halfWidth(plusMinus, 2))
                + (Boolean.TRUE.equals(reduction.insideNoise()) ? " " + NOISE_SIGN : "");
    }
}
