// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Builds all combinations of values. Each name has one value or a list of values. */
final class Combinations {

    private Combinations() {}

    /** The last name varies fastest. */
    static List<Map<String, YamlNode>> of(YamlNode names) {
        List<Map<String, YamlNode>> combinations = List.of(Map.of());
        for (Map.Entry<String, YamlNode> entry : names.entries().entrySet()) {
            List<Map<String, YamlNode>> extendedCombinations = new ArrayList<>();
            for (Map<String, YamlNode> combination : combinations) {
                for (YamlNode value : entry.getValue().elementsOrSelf()) {
                    Map<String, YamlNode> withValue = new LinkedHashMap<>(combination);
                    withValue.put(entry.getKey(), value);
                    extendedCombinations.add(withValue);
                }
            }
            combinations = extendedCombinations;
        }
        return combinations;
    }

    /** Returns a text such as {@code " tables=8"}. */
    static String suffix(Map<String, YamlNode> combination) {
        return combination.entrySet().stream()
                .map(entry -> " " + entry.getKey() + "=" + entry.getValue().text())
                .collect(Collectors.joining());
    }
}
