// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Finds counts below 0, which only a damaged or edited result can contain. */
final class NegativeCounts {

    /** The integers in these objects are counts, except values of clocks, which can be negative or unknown (-1). */
    private static final Set<String> COUNTED = Set.of("summary", "verdict");

    private static final String CLOCK = "clock";

    private NegativeCounts() {}

    /** Returns the path and the value of the first negative count; empty if there is none. */
    static Optional<String> find(JsonNode root) {
        return find(root, "", false);
    }

    private static Optional<String> find(JsonNode node, String path, boolean isCounted) {
        if (node.isIntegralNumber()) {
            return isCounted && node.decimalValue().signum() < 0
                    ? Optional.of(path.substring(1) + " is " + node.asString())
                    : Optional.empty();
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                Optional<String> found = find(node.get(i), path + "." + i, isCounted);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String name = field.getKey();
            boolean isCountedField = (isCounted || COUNTED.contains(name)) && !name.equals(CLOCK);
            Optional<String> found = find(field.getValue(), path + "." + name, isCountedField);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
