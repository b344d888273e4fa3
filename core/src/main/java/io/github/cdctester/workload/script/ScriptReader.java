// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads what a file says, and refuses what it cannot mean. */
final class ScriptReader {

    private static final Map<String, Integer> ISOLATIONS = Map.of(
            "read-uncommitted", Connection.TRANSACTION_READ_UNCOMMITTED,
            "read-committed", Connection.TRANSACTION_READ_COMMITTED,
            "repeatable-read", Connection.TRANSACTION_REPEATABLE_READ,
            "serializable", Connection.TRANSACTION_SERIALIZABLE);

    private static final String OPTION_NAME = "[A-Za-z][A-Za-z0-9_]{0,63}";

    private ScriptReader() {}

    static Script read(Scripted spec) {
        YamlNode root = YamlFile.parse(spec.source(), spec.yaml(), options(spec));
        root.allow("options", "isolation", "tables", "transactions", "checks");
        int isolation = root.get("isolation")
                .map(node -> node.word(ISOLATIONS.keySet().stream().sorted().toArray(String[]::new)))
                .map(ISOLATIONS::get)
                .orElse(0);
        return new Script(
                root.get("tables").map(TableReader::tables).orElse(List.of()),
                TransactionReader.transactions(root.required("transactions")),
                root.get("checks").map(ScriptReader::checks).orElse(Map.of()),
                isolation);
    }

    /** Those of the file, with those of the user in their place. */
    private static Map<String, String> options(Scripted spec) {
        YamlNode root = YamlFile.parse(spec.source(), spec.yaml(), Map.of());
        Map<String, String> options = new TreeMap<>();
        root.get("options")
                .ifPresent(node -> node.entries().forEach((name, value) -> {
                    if (!name.matches(OPTION_NAME)) {
                        throw value.error("the name '" + name + "'", "a letter, then letters, digits and '_'");
                    }
                    options.put(name, value.text());
                }));
        spec.options().forEach((name, value) -> {
            if (options.replace(name, value) == null) {
                throw new InvalidPlanException(
                        "workloadOption",
                        name + "=" + value,
                        options.isEmpty()
                                ? "left out: " + spec.source() + " has no options"
                                : "one of the options of " + spec.source() + ": "
                                        + String.join(", ", options.keySet()));
            }
        });
        return options;
    }

    private static Map<String, String> checks(YamlNode node) {
        Map<String, String> checks = new LinkedHashMap<>();
        node.entries().forEach((name, value) -> {
            SqlTemplate sql = template(value);
            if (!sql.isSelect() && !sql.firstWord().equals("WITH")
                    || !sql.names().isEmpty()) {
                throw value.error(
                        value.text(), "a SELECT without parameters, whose rows are what breaks the condition");
            }
            checks.put(name, sql.prepared());
        });
        return checks;
    }

    /** Reads a statement. */
    static SqlTemplate template(YamlNode node) {
        try {
            return SqlTemplate.parse(node.text());
        } catch (SqlTemplate.Malformed e) {
            throw node.error(e.what(), e.expected());
        }
    }

    /** Reads a name that is used as one of the server's. */
    static String identifier(YamlNode at, String name) {
        if (!name.matches("[A-Za-z0-9_$]{1,64}") || name.matches("\\d+")) {
            throw at.error("the name '" + name + "'", "1 to 64 letters, digits, '_' and '$', not only digits");
        }
        return name;
    }

    /** Reads {@code 3} or {@code 1..5}: the lowest and the highest. */
    static int[] span(YamlNode node, int least, int most) {
        String text = node.text();
        List<Integer> ends = new ArrayList<>();
        for (String end : text.split("\\.\\.", -1)) {
            if (end.strip().matches("\\d{1,9}")) {
                ends.add(Integer.valueOf(end.strip()));
            }
        }
        int parts = text.contains("..") ? 2 : 1;
        int low = ends.isEmpty() ? -1 : ends.get(0);
        int high = ends.isEmpty() ? -1 : ends.get(ends.size() - 1);
        if (ends.size() != parts || low < least || high > most || low > high) {
            throw node.error(text, "a whole number from " + least + " to " + most + ", or two as in 1..5");
        }
        return new int[] {low, high};
    }
}
