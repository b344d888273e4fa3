// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.SampleRow;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * samples.csv: a row a second, with the names of result.json, dots for nesting, and empty cells for what is not known. The
 * columns of one of several streams have its name in theirs.
 */
public final class SamplesCsv {

    /** What is no number, or not the same in each row, is in result.json only. */
    private static final Set<String> LEFT_OUT =
            Set.of("eventsByKind", "delayHistogram", "latencyHistogram", "startDelayHistogram");

    private SamplesCsv() {}

    /**
     * Writes samples as CSV (RFC 4180, with LF).
     *
     * @param samples a row a second
     * @return a line of names, and a line a sample
     */
    public static String of(List<SampleRow> samples) {
        Set<String> names = new LinkedHashSet<>();
        List<Map<String, String>> rows = samples.stream()
                .map(sample -> {
                    Map<String, String> row = new LinkedHashMap<>();
                    flatten("", ResultJson.MAPPER.valueToTree(sample), row);
                    names.addAll(row.keySet());
                    return row;
                })
                .toList();
        StringBuilder csv =
                new StringBuilder(names.stream().map(SamplesCsv::quoted).collect(Collectors.joining(","))).append('\n');
        for (Map<String, String> row : rows) {
            csv.append(names.stream().map(name -> row.getOrDefault(name, "")).collect(Collectors.joining(",")));
            csv.append('\n');
        }
        return csv.toString();
    }

    private static void flatten(String name, JsonNode node, Map<String, String> row) {
        if (node.isObject()) {
            node.properties().stream()
                    .filter(entry -> !LEFT_OUT.contains(entry.getKey()))
                    .forEach(entry -> flatten(
                            name.isEmpty() ? entry.getKey() : name + "." + entry.getKey(), entry.getValue(), row));
        } else if (node.isArray()) {
            node.values().forEach(one -> flatten(name + "." + one.get("name").asString(), one, row));
        } else {
            row.put(name, node.isNull() ? "" : quoted(node.asString()));
        }
    }

    static String quoted(String text) {
        return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
