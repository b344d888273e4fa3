// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Comparison.SettingChange;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Settings that are not the same on both sides. */
final class DifferentSettings {

    private DifferentSettings() {}

    static List<SettingChange> of(ComparedSide before, ComparedSide after) {
        Map<String, Set<String>> first = values(before);
        Map<String, Set<String>> second = values(after);
        Set<String> names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        return names.stream()
                .map(name -> change(name, text(first, name), text(second, name)))
                .filter(setting -> !setting.before().equals(setting.after()))
                .toList();
    }

    /** What differs from step to step, or from run to run, has several. */
    private static Map<String, Set<String>> values(ComparedSide side) {
        Map<String, Set<String>> values = new TreeMap<>();
        side.settings()
                .forEach(settings -> settings.forEach((name, value) ->
                        values.computeIfAbsent(name, any -> new TreeSet<>()).add(value)));
        return values;
    }

    private static String text(Map<String, Set<String>> values, String name) {
        return String.join(", ", values.getOrDefault(name, Set.of()));
    }

    private static SettingChange change(String name, String before, String after) {
        return before.contains("\n") || after.contains("\n")
                ? new SettingChange(name, only(before, after), only(after, before))
                : new SettingChange(name, before, after);
    }

    /** The lines that the other text does not have. */
    private static String only(String text, String other) {
        Set<String> there = other.lines().map(String::strip).collect(Collectors.toSet());
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#") && !there.contains(line))
                .collect(Collectors.joining("; "));
    }
}
