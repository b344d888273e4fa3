// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.RecordedSettings;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.CellResult.Status;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A matrix to be compared with another one: each combination is a step, and its repeats are those of the matrix. */
final class MatrixSide {

    private static final List<String> USUAL = List.of("write.queriesPerSecond");

    private MatrixSide() {}

    static ComparedSide of(String property, String name, List<MatrixResult> matrices) {
        String axis = matrices.get(0).axis();
        Map<String, List<ComparedRun>> steps = new LinkedHashMap<>();
        Map<String, Map<String, String>> parts = new LinkedHashMap<>();
        int planned = 0;
        for (MatrixResult matrix : matrices) {
            if (!matrix.axis().equals(axis)) {
                throw new InvalidPlanException(
                        property, name, "matrices over the same, not over " + axis + " and " + matrix.axis());
            }
            parts.putAll(parts(matrix));
            parts.keySet().forEach(label -> steps.computeIfAbsent(label, any -> new ArrayList<>()));
            matrix.cells().stream()
                    .filter(cell -> cell.status() == Status.DONE)
                    .forEach(cell -> steps.computeIfAbsent(
                                    label(cell.workload(), cell.setting(), cell.label()), any -> new ArrayList<>())
                            .add(new ComparedCell(cell)));
            planned += matrix.cells().size();
        }
        steps.values().removeIf(List::isEmpty);
        return new ComparedSide(
                name,
                "a matrix over " + axis,
                "workload, setting, " + axis,
                steps,
                parts,
                USUAL,
                matrices.stream().map(RecordedSettings::of).toList(),
                steps.values().stream().mapToInt(List::size).sum(),
                planned);
    }

    /** Each combination by its label, in the order of the plan, as the cells have one that is drawn. */
    private static Map<String, Map<String, String>> parts(MatrixResult matrix) {
        Map<String, Map<String, String>> parts = new LinkedHashMap<>();
        for (String workload : matrix.workloads()) {
            for (MatrixResult.SettingSummary setting : matrix.settings()) {
                for (String value : matrix.values()) {
                    Map<String, String> each = new LinkedHashMap<>();
                    each.put("workload", workload);
                    each.put("setting", setting.name());
                    each.put(matrix.axis(), value);
                    parts.put(label(workload, setting.name(), value), each);
                }
            }
        }
        return parts;
    }

    private static String label(String workload, String setting, String value) {
        return workload + ", " + setting + ", " + value;
    }

    /** A run of a matrix, of which the matrix has the key numbers. */
    private record ComparedCell(CellResult cell) implements ComparedRun {

        @Override
        public @Nullable Double value(ComparedValue value) {
            return cell.values().get(value.name());
        }

        @Override
        public boolean speaksOf(ComparedValue value) {
            return value.number() != null || cell.values().containsKey(value.name());
        }

        /** Reads and writes are disturbed by different things. */
        @Override
        public String noiseGroup() {
            return cell.workload();
        }

        /** In words it begins with the status. */
        @Override
        public Verdict.@Nullable Status verdict() {
            String words = cell.verdict();
            return words == null ? null : Verdict.Status.valueOf(words.split(" ", 2)[0]);
        }

        @Override
        public boolean interrupted() {
            return false;
        }
    }
}
