// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The parts of a series' name, such as {@code pool}, {@code nodes.a}, {@code nodes.pcu.a} or {@code nodes.count}.
 *
 * @param column {@code count} for the number of targets; empty if each target has one number
 * @param target empty without targets, and for the number of targets
 */
public record ProbeName(String series, String probe, String column, String target) {

    private static final String COUNT = "count";

    boolean isCount() {
        return column.equals(COUNT);
    }

    String chartTitle() {
        return column.isEmpty() || isCount() ? probe : probe + " " + column;
    }

    String legend() {
        return isCount() ? "number of " + probe : target.isEmpty() ? series : target;
    }

    /**
     * Splits all series names of a run together, because names of targets may contain dots. A probe has columns if several
     * words follow its name, and the same targets follow each of these words. Counted targets must also have several values.
     *
     * @param series statistics of all values, by name
     */
    public static Map<String, ProbeName> of(Map<String, DoubleSummaryStatistics> series) {
        Map<String, Map<String, Set<String>>> remainders = new LinkedHashMap<>();
        Map<String, Double> surplus = new HashMap<>(); // numbers of values minus 1.5 per counted target
        series.forEach((name, values) -> {
            String[] parts = name.split("\\.", 3);
            boolean isCount = name.equals(parts[0] + "." + COUNT);
            surplus.merge(parts[0], isCount ? -1.5 * values.getSum() : values.getCount(), Double::sum);
            if (parts.length == 3) {
                remainders
                        .computeIfAbsent(parts[0], key -> new LinkedHashMap<>())
                        .computeIfAbsent(parts[1], key -> new LinkedHashSet<>())
                        .add(parts[2]);
            }
        });
        remainders.keySet().removeIf(probe -> surplus.getOrDefault(probe, 0.0) <= 0);
        Map<String, ProbeName> names = new LinkedHashMap<>();
        for (String name : series.keySet()) {
            names.put(name, of(name, series.keySet(), remainders));
        }
        return names;
    }

    private static ProbeName of(
            String name, Collection<String> series, Map<String, Map<String, Set<String>>> remainders) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            return new ProbeName(name, name, "", "");
        }
        String probe = name.substring(0, dot);
        String remainder = name.substring(dot + 1);
        boolean hasTargets = series.contains(probe + "." + COUNT);
        if (remainder.equals(COUNT)) {
            return new ProbeName(name, probe, COUNT, "");
        }
        if (!hasTargets) {
            return new ProbeName(name, probe, remainder, "");
        }
        Map<String, Set<String>> remaindersByColumn = remainders.getOrDefault(probe, Map.of());
        int secondDot = remainder.indexOf('.');
        boolean hasColumns = secondDot > 0
                && remaindersByColumn.size() > 1
                && new LinkedHashSet<>(remaindersByColumn.values()).size() == 1;
        return hasColumns
                ? new ProbeName(name, probe, remainder.substring(0, secondDot), remainder.substring(secondDot + 1))
                : new ProbeName(name, probe, "", remainder);
    }
}
