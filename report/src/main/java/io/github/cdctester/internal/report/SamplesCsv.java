// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Writes samples.csv: one row per second. Columns have the names of result.json, with dots for nesting, and the names of
 * streams, loads or consumers. Unknown values are empty cells.
 */
public final class SamplesCsv implements Format<RunResult> {

    /** These values are not numbers, or have a variable structure. */
    private static final Set<String> OMITTED_NAMES =
            Set.of("eventsByKind", "delayHistogram", "latencyHistogram", "startDelayHistogram");

    @Override
    public void write(RunResult result, Writer out) throws IOException {
        write(result.samples(), out);
    }

    public static void write(List<SampleRow> samples, Writer out) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        samples.forEach(sample -> names.addAll(row(sample).keySet()));
        // each row is computed twice, because the rows of a day would need too much memory
        Csv.write(names, samples.stream().map(SamplesCsv::row), out);
    }

    private static Map<String, String> row(SampleRow sample) {
        Map<String, String> row = new LinkedHashMap<>();
        flatten("", ResultJson.COMPACT.valueToTree(sample), row);
        row.remove("cdc"); // runs without a stream have "cdc": null, which would become an empty column
        return row;
    }

    private static void flatten(String name, JsonNode node, Map<String, String> row) {
        if (node.isObject()) {
            node.properties().stream()
                    .filter(entry -> !OMITTED_NAMES.contains(entry.getKey()))
                    .forEach(entry -> flatten(
                            name.isEmpty() ? entry.getKey() : name + "." + entry.getKey(), entry.getValue(), row));
        } else if (node.isArray()) {
            node.values()
                    .forEach(element -> flatten(name + "." + element.get("name").asString(), element, row));
        } else {
            row.put(name, node.isNull() ? "" : node.asString());
        }
    }
}
