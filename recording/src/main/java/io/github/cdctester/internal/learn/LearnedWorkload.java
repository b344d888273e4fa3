// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.yaml.YamlFile;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Creates the workload file, with at most the 100 most frequent kinds of transactions.
 *
 * @param facts facts without the values that depend on the kinds in the file
 * @param allTransactions includes omitted kinds
 * @param estimatedTransactions number of counted transactions whose tables are not known, see {@link LearnedShare}
 */
record LearnedWorkload(
        LearnedFacts facts, Rate rate, long allTransactions, long estimatedTransactions, Collection<Shape> shapes) {

    static final int VERSION = 1;

    private static final int MAX_KINDS = 100;
    private static final int MAX_CHARACTERS = YamlFile.MAX_CHARACTERS - 10_000;
    private static final long MAX_WEIGHT = 1_000_000;

    /** Omits entries with null or empty values. */
    static Map<String, Object> mapOf(@Nullable Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            Object value = keysAndValues[i + 1];
            if (value != null && !Map.of().equals(value) && !List.of().equals(value) && !value.equals("")) {
                map.put(String.valueOf(keysAndValues[i]), value);
            }
        }
        return map;
    }

    String text() {
        List<Shape> kinds = shapes.stream()
                .sorted(Comparator.comparingLong(Shape::weight).reversed())
                .limit(MAX_KINDS)
                .toList();
        String text = text(kinds);
        while (text.length() > MAX_CHARACTERS && kinds.size() > 1) {
            kinds = kinds.subList(0, kinds.size() / 2);
            text = text(kinds);
        }
        return text;
    }

    private String text(List<Shape> kinds) {
        Set<LearnedTable> tables = new LinkedHashSet<>();
        kinds.forEach(kind -> kind.operations().forEach(operation -> tables.add(operation.table())));
        Set<String> takenNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        StringBuilder header = new StringBuilder("# Learned from a log by cdc-tester: docs/replay.md.\n");
        if (estimatedTransactions > 0) {
            header.append(
                    "# " + estimatedTransactions + " of the " + facts.transactions() + " transactions are estimated:"
                            + " of compressed transactions, only a sample shows its tables.\n");
        }
        Map<String, Object> options = new LinkedHashMap<>();
        Map<String, Object> trees = new LinkedHashMap<>();
        Map<String, Object> keys = new LinkedHashMap<>();
        tables.forEach(table -> {
            table.finish(takenNames);
            options.put(table.optionName(), table.rows());
            trees.put(table.name(), table.fileEntry());
            KeyFit fit = table.fit();
            if (fit.touches() > 0) {
                keys.put(table.name(), tree(RecordJson.PLAIN.toMap(fit.facts())));
            }
            if (!table.isOnServer()) {
                header.append("# " + table.name() + ": not on the server; columns as in the log\n");
            }
        });
        double maxWeight = Math.max(MAX_WEIGHT, kinds.get(0).weight());
        Map<String, Object> transactions = new LinkedHashMap<>();
        long coveredTransactions = 0;
        for (Shape kind : kinds) {
            long weight = Math.max(1, Math.round(MAX_WEIGHT / maxWeight * kind.weight()));
            Map<String, Object> tree = kind.fileEntry(weight);
            if (tree.containsKey("statements")) { // false if updates change only keys
                transactions.put("kind_" + (transactions.size() + 1), tree);
                coveredTransactions += kind.weight();
            }
        }
        if (transactions.isEmpty()) {
            throw new RunFailedException("nothing was learned: updates change nothing but keys");
        }
        Map<String, Object> learned = tree(RecordJson.PLAIN.toMap(facts));
        // rounded down, as 1 means all
        learned.put("covered", rounded(Math.floor(1_000.0 * coveredTransactions / allTransactions) / 1_000));
        learned.putAll(mapOf("keys", keys));
        Object profile = rate instanceof Rate.Profile rateProfile
                ? mapOf("seconds", rateProfile.part().toSeconds(), "heights", rateProfile.heights())
                : null;
        Map<String, Object> file = mapOf("version", VERSION, "learned", learned, "rate", rounded(rate.perSecond()));
        file.putAll(
                mapOf("profile", profile, "arrivals", profile == null ? facts.arrivals() : null, "options", options));
        file.putAll(mapOf("tables", trees, "transactions", transactions));
        return header + YamlFile.text(file);
    }

    private static Map<String, Object> tree(Map<?, ?> record) {
        Map<String, Object> tree = new LinkedHashMap<>();
        record.forEach((key, value) ->
                tree.putAll(mapOf(key, value instanceof Map<?, ?> map ? tree(map) : rounded(value))));
        return tree;
    }

    private static @Nullable Object rounded(@Nullable Object value) {
        if (!(value instanceof Double number)) {
            return value;
        }
        double result = Math.round(number * 10_000) / 10_000.0;
        return result == Math.rint(result) ? (Object) (long) result : (Object) result;
    }
}
