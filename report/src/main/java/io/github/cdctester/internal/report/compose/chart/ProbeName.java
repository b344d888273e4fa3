// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The parts of a series' name: {@code pool}, {@code nodes.a}, {@code nodes.pcu.a}, {@code nodes.count}.
 *
 * @param series the whole name
 * @param probe its probe
 * @param column its column; empty if a target has one number
 * @param target its target; empty without targets
 */
public record ProbeName(String series, String probe, String column, String target) {

    private static final String COUNT = "count";

    /** Returns true if it is how many targets there were. */
    boolean isCount() {
        return column.equals(COUNT);
    }

    String chart() {
        return column.isEmpty() || isCount() ? probe : probe + " " + column;
    }

    String legend() {
        return isCount() ? "number of " + probe : target.isEmpty() ? series : target;
    }

    /**
     * Splits all names of a run: only together they distinguish columns from targets, because a target's name may contain dots. A
     * probe has columns if several first words have the same second ones.
     */
    public static Map<String, ProbeName> of(Collection<String> series) {
        Map<String, Map<String, Set<String>>> tails = new LinkedHashMap<>();
        for (String name : series) {
            String[] parts = name.split("\\.", 3);
            if (parts.length == 3) {
                tails.computeIfAbsent(parts[0], any -> new LinkedHashMap<>())
                        .computeIfAbsent(parts[1], any -> new LinkedHashSet<>())
                        .add(parts[2]);
            }
        }
        Map<String, ProbeName> names = new LinkedHashMap<>();
        for (String name : series) {
            names.put(name, of(name, series, tails));
        }
        return names;
    }

    private static ProbeName of(String name, Collection<String> series, Map<String, Map<String, Set<String>>> tails) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            return new ProbeName(name, name, "", "");
        }
        String probe = name.substring(0, dot);
        String rest = name.substring(dot + 1);
        boolean targets = series.contains(probe + "." + COUNT);
        if (rest.equals(COUNT)) {
            return new ProbeName(name, probe, COUNT, "");
        }
        if (!targets) {
            return new ProbeName(name, probe, rest, "");
        }
        Map<String, Set<String>> heads = tails.getOrDefault(probe, Map.of());
        int second = rest.indexOf('.');
        boolean columns = second > 0 && heads.size() > 1 && new LinkedHashSet<>(heads.values()).size() == 1;
        return columns
                ? new ProbeName(name, probe, rest.substring(0, second), rest.substring(second + 1))
                : new ProbeName(name, probe, "", rest);
    }
}
