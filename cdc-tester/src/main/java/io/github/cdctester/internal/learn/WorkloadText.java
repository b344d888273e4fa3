// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The workload file of what was learned. Kinds of transactions that come too rarely to have a place in it are left out. */
final class WorkloadText {

    /** Of the form of the file. */
    static final int VERSION = 1;

    private static final int MOST_KINDS = 100;
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final long MOST_WEIGHT = 1_000_000;

    private final LearnedFacts seen;
    private final Shapes shapes;
    private final ClearNames names;
    private final Map<TableFacts, TableText> tables = new LinkedHashMap<>();

    WorkloadText(LearnedFacts seen, Shapes shapes, ClearNames names) {
        this.seen = seen;
        this.shapes = shapes;
        this.names = names;
    }

    String text() {
        List<Shape> all = shapes.byWeight();
        int kinds = Math.min(MOST_KINDS, all.size());
        String text = text(all.subList(0, kinds));
        while (text.length() > MOST_CHARACTERS && kinds > 1) {
            kinds = kinds / 2;
            text = text(all.subList(0, kinds));
        }
        return text;
    }

    /** Tables of which the server has none, or another one. */
    List<String> gone() {
        return tables.values().stream()
                .filter(table -> !table.isThere())
                .map(TableText::name)
                .toList();
    }

    private String text(List<Shape> kinds) {
        tables.clear();
        long all = shapes.byWeight().stream().mapToLong(Shape::weight).sum() + shapes.left();
        long most = kinds.get(0).weight();
        StringBuilder transactions = new StringBuilder("transactions:\n");
        long covered = 0;
        for (Shape kind : kinds) {
            covered += kind.weight();
            long weight = most <= MOST_WEIGHT
                    ? kind.weight()
                    : Math.max(1, Math.round((double) MOST_WEIGHT * kind.weight() / most));
            new ShapeText(kind, facts -> tables.computeIfAbsent(facts, made -> new TableText(made, names)))
                    .write(transactions, "kind_" + (kinds.indexOf(kind) + 1), weight);
        }
        StringBuilder yaml =
                new StringBuilder("# Learned from a log by cdc-tester: docs/learn.md.\nversion: " + VERSION + "\n");
        gone().forEach(name -> yaml.append("# ").append(name).append(": not in the server; its columns by the log\n"));
        writeSeen(yaml, (double) covered / all);
        yaml.append("rate: ").append(number(Math.max(0.001, seen.rate()))).append('\n');
        yaml.append("options:\n");
        tables.values().forEach(table -> table.writeOption(yaml));
        yaml.append("tables:\n");
        tables.values().forEach(table -> table.write(yaml));
        return yaml.append(transactions).toString();
    }

    private void writeSeen(StringBuilder yaml, double covered) {
        yaml.append("learned:\n");
        line(yaml, "transactions", seen.transactions());
        line(yaml, "read", seen.read());
        line(yaml, "covered", covered);
        line(yaml, "rate", seen.rate());
        line(yaml, "dispersion", seen.dispersion());
        line(yaml, "events", seen.events());
        line(yaml, "bytes", seen.bytes());
        line(yaml, "inserted", seen.inserted());
        line(yaml, "updated", seen.updated());
        line(yaml, "deleted", seen.deleted());
        line(yaml, "largest", seen.largest());
        boolean any = false;
        for (TableText table : tables.values()) {
            long touches = table.facts().touched().touches();
            if (touches > 0) {
                yaml.append(any ? "" : "  keys:\n");
                any = true;
                yaml.append("    ").append(table.name()).append(": {touches: ").append(touches);
                yaml.append(", keys: ").append(table.fit().keys());
                yaml.append(", exponent: ").append(number(table.fit().exponent()));
                yaml.append(", misfit: ").append(number(table.fit().misfit())).append("}\n");
            }
        }
    }

    private static void line(StringBuilder yaml, String key, double value) {
        yaml.append("  ").append(key).append(": ").append(number(value)).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.4f" : "%.1f", value);
    }
}
