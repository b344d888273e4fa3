// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a comparison in groups that make one picture each. A step may be told by several things, such as the combination of a
 * matrix: {@code oltp_read_only, pfsoff, 32}.
 *
 * @param comparison the comparison
 */
record ComparedSteps(Comparison comparison) {

    private static final String BETWEEN = ", ";

    /**
     * Rows that belong together.
     *
     * @param value the value that they are of
     * @param name what their steps have in common; empty where they have nothing
     * @param rows one or more
     */
    record Group(String value, String name, List<ValueChange> rows) {}

    /** A step for a reader, such as {@code threads 16}; those of several parts tell themselves what they are. */
    String name(@Nullable String step) {
        String axis = comparison.axis();
        if (axis == null || step == null) {
            return "";
        }
        return hasParts() ? step : axis + " " + step;
    }

    boolean hasParts() {
        return ChangeText.hasParts(comparison.axis());
    }

    /** Value by value; those with several parts by the first. */
    List<Group> byFirstPart() {
        return groups(label -> hasParts() && label.contains(BETWEEN) ? label.substring(0, label.indexOf(BETWEEN)) : "");
    }

    /** Value by value; those with several parts by all but the last. */
    List<Group> byAllButTheLast() {
        return groups(label ->
                label.substring(0, Math.max(0, label.length() - last(label).length() - BETWEEN.length())));
    }

    /** The last of a step's parts; the whole of one that has only one. */
    String last(@Nullable String step) {
        if (step == null) {
            return "";
        }
        int at = hasParts() ? step.lastIndexOf(BETWEEN) : -1;
        return at < 0 ? step : step.substring(at + BETWEEN.length());
    }

    private interface NameOf {
        String of(String label);
    }

    private List<Group> groups(NameOf name) {
        Map<List<String>, List<ValueChange>> rows = new LinkedHashMap<>();
        for (ValueChange row : comparison.values()) {
            String label = row.step() == null ? "" : row.step();
            rows.computeIfAbsent(List.of(row.value(), name.of(label)), any -> new ArrayList<>())
                    .add(row);
        }
        return rows.entrySet().stream()
                .map(entry -> new Group(entry.getKey().get(0), entry.getKey().get(1), entry.getValue()))
                .toList();
    }
}
