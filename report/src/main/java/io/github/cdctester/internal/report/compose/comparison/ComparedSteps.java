// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Groups the rows of a comparison by chart. */
record ComparedSteps(Comparison comparison) {

    /** {@code name} is the common part of the steps' labels; empty if there is none. */
    record Group(String value, String name, List<ValueChange> rows) {}

    /** Returns text such as {@code threads 16}. Combinations of a matrix have no prefix. */
    String name(@Nullable String step) {
        String axis = comparison.axis();
        if (axis == null || step == null) {
            return "";
        }
        return comparison.steps().isEmpty() ? axis + " " + step : step;
    }

    List<Group> byFirstPart() {
        return groups(parts -> parts.subList(0, Math.min(1, parts.size())));
    }

    List<Group> byAllPartsExceptLast() {
        return groups(parts -> parts.subList(0, Math.max(0, parts.size() - 1)));
    }

    /** Returns the whole label if it has one part. */
    String lastPart(@Nullable String step) {
        List<String> parts = parts(step);
        return parts.isEmpty() ? String.valueOf(step) : parts.get(parts.size() - 1);
    }

    String lastAxis() {
        return comparison.steps().values().stream()
                .findFirst()
                .flatMap(parts -> parts.keySet().stream().reduce((first, second) -> second))
                .orElse(String.valueOf(comparison.axis()));
    }

    private List<String> parts(@Nullable String step) {
        return List.copyOf(comparison
                .steps()
                .getOrDefault(step == null ? "" : step, Map.of())
                .values());
    }

    private List<Group> groups(UnaryOperator<List<String>> commonParts) {
        Map<List<String>, List<ValueChange>> rows = new LinkedHashMap<>();
        for (ValueChange row : comparison.values()) {
            String name = String.join(", ", commonParts.apply(parts(row.step())));
            rows.computeIfAbsent(List.of(row.value(), name), key -> new ArrayList<>())
                    .add(row);
        }
        return rows.entrySet().stream()
                .map(entry -> new Group(entry.getKey().get(0), entry.getKey().get(1), entry.getValue()))
                .toList();
    }
}
