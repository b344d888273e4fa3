// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reads the axis {@code consumers} of a matrix: names, or names with values of their settings. */
final class ConsumerAxis {

    private ConsumerAxis() {}

    static List<MatrixConsumer> read(YamlNode node, List<ConsumerSpec> specs) {
        if (specs.isEmpty()) {
            throw node.problem("the plan has no consumers; give the key consumers next to matrix");
        }
        if (!node.isMapping()) {
            return node.elementsOrSelf().stream()
                    .map(element -> MatrixConsumer.of(findConsumer(element.text(), element, specs), Map.of()))
                    .toList();
        }
        List<MatrixConsumer> consumers = new ArrayList<>();
        node.entries().forEach((name, values) -> {
            ConsumerSpec spec = findConsumer(name, values, specs);
            settingCombinations(values, spec).forEach(settings -> consumers.add(MatrixConsumer.of(spec, settings)));
        });
        return consumers;
    }

    private static ConsumerSpec findConsumer(String name, YamlNode errorNode, List<ConsumerSpec> specs) {
        return specs.stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow(() -> errorNode.problem("'" + name + "' must be one of the consumers "
                        + NearNames.oneOf(
                                name, specs.stream().map(ConsumerSpec::name).toList())));
    }

    private static List<Map<String, String>> settingCombinations(YamlNode node, ConsumerSpec spec) {
        if (node.isPlain() && node.text().isEmpty()) {
            return List.of(Map.of());
        }
        node.entries().forEach((name, values) -> {
            if (!spec.settings().containsKey(name)) {
                throw values.problem("consumer " + spec.name() + " has no such setting; "
                        + (spec.settings().isEmpty()
                                ? "it has no settings"
                                : "its settings are "
                                        + String.join(
                                                ", ",
                                                new TreeSet<>(spec.settings().keySet()))));
            }
        });
        return Combinations.of(node).stream()
                .map(combination -> {
                    Map<String, String> texts = new LinkedHashMap<>();
                    combination.forEach((name, value) -> texts.put(name, value.text()));
                    return texts;
                })
                .toList();
    }
}
