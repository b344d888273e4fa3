// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.statistics.ConfidenceInterval;
import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.HolmProcedure;
import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.NoiseModel;
import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes one row per combination of workload, axis value, setting and consumer, and compares it with the baseline. The noise is estimated
 * per workload, on a logarithmic scale.
 */
final class MatrixRows {

    private static final String QPS_NAME = ResultValues.WRITE_QPS.name();
    private static final double CONFIDENCE = 0.95;

    /** More combinations without any commit are counted in the note, but not listed. */
    private static final int MAX_LISTED = 5;

    private final MatrixPlan matrix;
    private final List<CellResult> cells;
    private final Map<Combination, List<CellResult>> cellsByCombination;

    private record Combination(
            String workload,
            String axisLabel,
            String setting,
            @Nullable String consumer) {}

    MatrixRows(MatrixPlan matrix, List<CellResult> cells) {
        this.matrix = matrix;
        this.cells = cells;
        cellsByCombination = cells.stream()
                .filter(cell -> cell.trial().status() == Status.DONE)
                .filter(cell -> !TrialValues.committedNothing(cell.trial())) // 0 has no logarithm
                .collect(Collectors.groupingBy(MatrixRows::combination));
    }

    private static Combination combination(CellResult cell) {
        return new Combination(cell.workload(), cell.trial().label(), cell.setting(), cell.consumer());
    }

    /** Returns a note if the rows exclude runs because these committed nothing. */
    List<Note> notes() {
        List<CellResult> emptyCells = cells.stream()
                .filter(cell -> TrialValues.committedNothing(cell.trial()))
                .toList();
        if (emptyCells.isEmpty()) {
            return List.of();
        }
        List<String> combinations = emptyCells.stream()
                .filter(cell -> !cellsByCombination.containsKey(combination(cell)))
                .sorted(Comparator.comparing(CellResult::setting)
                        .thenComparing(CellResult::load)
                        .thenComparingDouble(cell -> cell.trial().value()))
                .map(cell -> cell.setting() + ", " + cell.load() + ", "
                        + matrix.axis().parameter().property() + " "
                        + cell.trial().label())
                .distinct()
                .toList();
        List<String> listed = new ArrayList<>(combinations.subList(0, Math.min(MAX_LISTED, combinations.size())));
        if (listed.size() < combinations.size()) {
            listed.add("and " + (combinations.size() - listed.size()) + " more");
        }
        return List.of(Note.of(Code.COMMITTED_NOTHING, "count", emptyCells.size(), "runs", cells.size())
                .with("combinations", listed));
    }

    List<MatrixRow> rows() {
        Map<Combination, Repeats> repeats = new HashMap<>();
        cellsByCombination.forEach((combination, cells) -> repeats.put(
                combination,
                Repeats.of(cells.stream().map(cell -> queriesPerSecond(cell)).toList())));
        Map<Combination, Reduction> reductions = reductions(repeats);
        List<MatrixRow> rows = new ArrayList<>();
        for (MatrixWorkload workload : matrix.workloads()) {
            for (SweepAxis.Point point : matrix.axis().points()) {
                for (MatrixSetting setting : matrix.settings()) {
                    for (@Nullable String consumer : consumers()) {
                        Combination combination =
                                new Combination(workload.name(), point.label(), setting.name(), consumer);
                        rows.add(
                                row(combination, point.value(), repeats.get(combination), reductions.get(combination)));
                    }
                }
            }
        }
        return rows;
    }

    private List<@Nullable String> consumers() {
        return matrix.consumers().isEmpty()
                ? Collections.singletonList(null)
                : matrix.consumers().stream()
                        .<@Nullable String>map(MatrixConsumer::name)
                        .toList();
    }

    private static double queriesPerSecond(CellResult cell) {
        return cell.trial().values().getOrDefault(QPS_NAME, 0.0);
    }

    private MatrixRow row(
            Combination combination, double value, @Nullable Repeats repeats, @Nullable Reduction reduction) {
        List<CellResult> cells = cellsByCombination.getOrDefault(combination, List.of());
        return new MatrixRow(
                combination.workload(),
                value,
                combination.axisLabel(),
                combination.setting(),
                combination.consumer(),
                cells.size(),
                repeats == null ? null : repeats.geometricMean(),
                cells.isEmpty()
                        ? null
                        : Spread.of(
                                cells.stream().map(MatrixRows::queriesPerSecond).toList()),
                reduction,
                means(cells.stream().map(CellResult::trial).toList()),
                ConsumerRows.of(cells));
    }

    /** Omits values that a trial does not contain. */
    private static Map<String, Double> means(List<Trial> trials) {
        Map<String, Double> means = TrialValues.combine(
                trials,
                values -> values.stream().mapToDouble(Double::doubleValue).sum() / values.size());
        means.keySet()
                .removeIf(name ->
                        trials.stream().anyMatch(trial -> !trial.values().containsKey(name)));
        return means;
    }

    private Map<Combination, Reduction> reductions(Map<Combination, Repeats> repeats) {
        Map<Combination, Reduction> reductions = new HashMap<>();
        List<Combination> comparedCombinations = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        for (MatrixWorkload workload : matrix.workloads()) {
            NoiseModel noise = NoiseModel.pooledOver(repeats.entrySet().stream()
                    .filter(entry -> entry.getKey().workload().equals(workload.name()))
                    .map(Map.Entry::getValue)
                    .toList());
            repeats.forEach((combination, settingRepeats) -> {
                Repeats baseline = repeats.get(new Combination(
                        combination.workload(), combination.axisLabel(), matrix.baseline(), combination.consumer()));
                if (!combination.workload().equals(workload.name())
                        || combination.setting().equals(matrix.baseline())
                        || baseline == null) {
                    return;
                }
                if (settingRepeats.hasNoise() && baseline.hasNoise()) {
                    comparedCombinations.add(combination);
                    differences.add(Difference.between(baseline, settingRepeats, noise));
                } else {
                    double percent = 100 * -Math.expm1(settingRepeats.logMean() - baseline.logMean());
                    reductions.put(combination, new Reduction(percent, null, null, null, null));
                }
            });
        }
        List<Finding> findings = HolmProcedure.judge(differences, CONFIDENCE);
        for (int i = 0; i < comparedCombinations.size(); i++) {
            reductions.put(comparedCombinations.get(i), reduction(findings.get(i)));
        }
        return reductions;
    }

    /** A reduction has the opposite sign, so the bounds of the interval are swapped. */
    private static Reduction reduction(Finding finding) {
        ConfidenceInterval change = finding.percent();
        return new Reduction(
                -change.estimate(),
                -change.high(),
                -change.low(),
                finding.difference().pValue(),
                !finding.exceedsNoise());
    }
}
