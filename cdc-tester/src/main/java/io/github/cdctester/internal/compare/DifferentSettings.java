// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.report.RecordedSettings;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Settings that are not the same on both sides. */
final class DifferentSettings {

    private DifferentSettings() {}

    static List<SettingChange> of(List<RunResult> before, List<RunResult> after) {
        Map<String, Set<String>> first = values(before);
        Map<String, Set<String>> second = values(after);
        Set<String> names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        return names.stream()
                .map(name -> new SettingChange(name, text(first, name), text(second, name)))
                .filter(setting -> !setting.before().equals(setting.after()))
                .toList();
    }

    /** What differs from step to step, or from run to run, has several. */
    private static Map<String, Set<String>> values(List<RunResult> runs) {
        Map<String, Set<String>> values = new TreeMap<>();
        runs.forEach(run -> RecordedSettings.of(run)
                .forEach((name, value) ->
                        values.computeIfAbsent(name, any -> new TreeSet<>()).add(value)));
        return values;
    }

    private static String text(Map<String, Set<String>> values, String name) {
        return String.join(", ", values.getOrDefault(name, Set.of()));
    }
}
