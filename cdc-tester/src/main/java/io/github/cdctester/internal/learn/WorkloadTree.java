// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.yaml.YamlFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The workload file of what was learned. Kinds of transactions that come too rarely to have a place in it are left out. */
final class WorkloadTree {

    /** Of the form of the file. */
    static final int VERSION = 1;

    private static final int MOST_KINDS = 100;
    private static final int MOST_CHARACTERS = YamlFile.MOST_CHARACTERS - 10_000;
    private static final long MOST_WEIGHT = 1_000_000;

    private final BiFunction<Double, Map<String, LearnedFacts.Keys>, LearnedFacts> seen;
    private final double all;
    private final List<Shape> shapes;
    private final Map<TableFacts, TableTree> tables = new LinkedHashMap<>();

    /**
     * Creates it.
     *
     * @param seen the facts, by the share of transactions that is in the file and by the keys of its tables
     * @param all how many transactions the kinds' weights are parts of
     */
    WorkloadTree(
            BiFunction<Double, Map<String, LearnedFacts.Keys>, LearnedFacts> seen, long all, Collection<Shape> shapes) {
        this.seen = seen;
        this.all = all;
        this.shapes = shapes.stream()
                .sorted(Comparator.comparingLong(Shape::weight).reversed())
                .toList();
    }

    /** Keys with their values; those without one, or with an empty one, are left out. */
    static Map<String, Object> keys(@Nullable Object... keysAndValues) {
        Map<String, Object> keys = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            Object value = keysAndValues[i + 1];
            if (value != null && !Map.of().equals(value) && !List.of().equals(value)) {
                keys.put(String.valueOf(keysAndValues[i]), value);
            }
        }
        return keys;
    }

    /** The file; {@code unreadable} says which rows could not be read, or is {@code null}. */
    String text(@Nullable String unreadable, Rate rate) {
        int kinds = Math.min(MOST_KINDS, shapes.size());
        String text = YamlFile.text(tree(kinds, rate));
        while (text.length() > MOST_CHARACTERS && kinds > 1) {
            kinds /= 2;
            text = YamlFile.text(tree(kinds, rate));
        }
        List<String> remarks = new ArrayList<>(List.of("Learned from a log by cdc-tester: docs/learn.md."));
        if (unreadable != null) {
            remarks.add("Left out, as they cannot be read: rows of " + unreadable);
        }
        tables.values().stream()
                .filter(table -> !table.facts().table().isThere())
                .forEach(table -> remarks.add(table.name() + ": not in the server; its columns by the log"));
        return "# " + String.join("\n# ", remarks) + "\n" + text;
    }

    private Map<String, Object> tree(int kinds, Rate rate) {
        tables.clear();
        long most = Math.max(MOST_WEIGHT, shapes.get(0).weight());
        long covered = 0;
        Map<String, Object> transactions = new LinkedHashMap<>();
        for (Shape kind : shapes.subList(0, kinds)) {
            covered += kind.weight();
            long weight = Math.max(1, Math.round((double) MOST_WEIGHT / most * kind.weight()));
            transactions.put("kind_" + (transactions.size() + 1), new ShapeTree(kind, this::table).tree(weight));
        }
        Map<String, Object> options = new LinkedHashMap<>();
        Map<String, Object> trees = new LinkedHashMap<>();
        Map<String, LearnedFacts.Keys> keys = new LinkedHashMap<>();
        tables.values().forEach(table -> {
            options.put(table.option(), table.rows());
            trees.put(table.name(), table.tree());
            long touches = table.facts().touched().touches();
            KeyFit fit = table.fit();
            if (touches > 0) {
                keys.put(table.name(), new LearnedFacts.Keys(touches, fit.keys(), fit.exponent(), fit.misfit()));
            }
        });
        LearnedFacts facts = seen.apply(covered / all, keys);
        Map<String, Object> file = keys("version", VERSION, "learned", plain(RecordJson.PLAIN.tree(facts)));
        Object profile =
                rate.heights().isEmpty() ? null : keys("seconds", rate.part().toSeconds(), "heights", rate.heights());
        file.putAll(keys("rate", plain(rate.perSecond()), "profile", profile, "options", options));
        file.putAll(keys("tables", trees, "transactions", transactions));
        return file;
    }

    private TableTree table(TableFacts facts) {
        TableTree known = tables.get(facts);
        if (known == null) {
            LearnedTable table = facts.table();
            String name = facts.tables() > 1 ? table.stem() : table.stem() + table.number();
            List<String> taken = tables.values().stream().map(TableTree::name).toList();
            while (taken.contains(name)) {
                name += "_2";
            }
            known = TableTree.of(facts, name);
            tables.put(facts, known);
        }
        return known;
    }

    /** With numbers as one writes them. */
    private static Object plain(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> plain = new LinkedHashMap<>();
            map.forEach((key, one) -> {
                if (!Map.of().equals(one)) { // a reader wants none
                    plain.put(key, plain(one));
                }
            });
            return plain;
        }
        double rounded = Math.round(((Number) value).doubleValue() * 10_000) / 10_000.0;
        return rounded == Math.rint(rounded) ? (Object) (long) rounded : (Object) rounded;
    }
}
