// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Finds counts below 0, which only a damaged or edited result can contain. */
final class NegativeCounts {

    /** The integers in these objects are counts, except {@link #MEASURED}. */
    private static final Set<String> COUNTED = Set.of("summary", "verdict");

    /** These can be negative or unknown (-1). Programs such as jq 1.6 write {@code -1.0} as an integer. */
    private static final Pattern MEASURED = Pattern.compile("clock|probes|\\w+(?:Seconds|Millis)");

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
            boolean isCountedField = (isCounted || COUNTED.contains(name))
                    && !MEASURED.matcher(name).matches();
            Optional<String> found = find(field.getValue(), path + "." + name, isCountedField);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
