// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A learned table as a workload file has it. Its rows are numbered from 1: the columns of a key are the digits of that number. */
final class TableText {

    private static final long MOST_MODULO = 1_000_000_000;

    /** How a workload file calls the row that is made. */
    private static final String ROW_MADE = "row";

    private final TableFacts facts;
    private final LearnedTable table;
    private final ClearNames names;
    private final String name;
    private final String option;
    private final KeyFit fit;
    private final long rows;

    /** The place in the key of the column that counts on; -1 for a key that no number makes. */
    private final int top;

    /** How many rows have the same number there. */
    private final long times;

    private final Map<Integer, String> digits = new LinkedHashMap<>();

    TableText(TableFacts facts, ClearNames names) {
        this.facts = facts;
        this.names = names;
        table = facts.table();
        name = isCopied() ? names.of(LearnedTables.stem(table.name())) : names.of(table.name());
        option = "rows_" + name.replace('$', '_');
        fit = facts.keys();
        rows = 2 * fit.keys() > facts.rows() || facts.rows() == 0 ? fit.keys() : facts.rows();
        top = top();
        long product = 1;
        for (int place = 0; place < table.key().size() && top >= 0; place++) {
            if (place != top && facts.isNumbered(place)) {
                long span = Math.min(MOST_MODULO, facts.span(place));
                digits.put(place, digit(product, span, 0));
                product = Math.min(MOST_MODULO, product * span);
            }
        }
        times = product;
        if (top >= 0) {
            digits.put(top, digit(product, 0, facts.isNumbered(top) ? 0 : width()));
        }
    }

    /** The column with the most numbers, or without any the first text. */
    private int top() {
        int found = -1;
        for (int place = 0; place < table.key().size(); place++) {
            if (facts.isNumbered(place) && (found < 0 || facts.span(place) > facts.span(found))) {
                found = place;
            }
        }
        for (int place = 0; place < table.key().size() && found < 0; place++) {
            found = column(place).isText() ? place : found;
        }
        return found;
    }

    private LearnedColumn column(int place) {
        return table.columns().get(table.key().get(place));
    }

    private int width() {
        return (int)
                Math.max(1, Math.round(facts.existing().of(table.key().get(top)).mean()));
    }

    private static String digit(long divide, long modulo, int width) {
        return (divide > 1 ? ", divide: " + divide : "")
                + (modulo > 0 ? ", modulo: " + modulo : "")
                + (width > 0 ? ", width: " + width : "") + "}";
    }

    boolean isCopied() {
        return facts.names().size() > 1;
    }

    String name() {
        return name;
    }

    KeyFit fit() {
        return fit;
    }

    TableFacts facts() {
        return facts;
    }

    boolean isThere() {
        return table.isThere();
    }

    /** The table in a statement; {@code copy} is the parameter that is the copy's number. */
    String inSql(String copy) {
        return isCopied() ? name + ":" + copy : "`" + name + "`";
    }

    String copies() {
        return "{uniform: 1.." + facts.names().size() + "}";
    }

    /** Whether rows can be named by their number. */
    boolean isAddressed() {
        return top >= 0;
    }

    /** The number of a row that updates and deletes touch. */
    String touchedRow() {
        return fit.text(10 * fit.keys() >= 9 * rows ? "$" + option : Long.toString(fit.keys()));
    }

    /** The number of a row behind the last one, or of the first that is there. */
    String rowAtEnd(boolean oldest) {
        if (!facts.isNumbered(top)) {
            return oldest ? touchedRow() : "{uniform: 1000000000..999999999999}";
        }
        return (oldest ? "{oldest: " : "{next: ") + name + "."
                + columnName(table.key().get(top)) + (times > 1 ? ", times: " + times : "") + "}";
    }

    int keySize() {
        return table.key().size();
    }

    String keyName(int place) {
        return columnName(table.key().get(place));
    }

    /** -1 for a column that is not in the key. */
    int placeInKey(int column) {
        return table.key().indexOf(column);
    }

    int columns() {
        return table.columns().size();
    }

    boolean hasFewValues(int column) {
        return table.columns().get(column).hasFewValues();
    }

    /** The value that an update writes. */
    String written(int column) {
        return value(column, facts.written());
    }

    String columnName(int column) {
        return names.of(table.columns().get(column).name());
    }

    /** The value of a column of the key, of the row whose number {@code row} is. */
    String keyValue(int place, String row) {
        String digit = digits.get(place);
        if (digit != null) {
            return "{digit: " + row + digit;
        }
        LearnedColumn column = column(place);
        return column.isText()
                ? "'k'"
                : column.type().startsWith("d") || column.word().equals("timestamp") ? "2026-01-01" : "1";
    }

    /** Whether the number of a row is its key. */
    boolean isKeyNumber() {
        return table.key().size() == 1 && facts.isNumbered(0);
    }

    /** From which place of the key on at least so many rows are next to each other. */
    int placeWith(long wanted) {
        long there = 1;
        int place = table.key().size() - 1;
        for (; place > 0; place--) {
            there *= place == top ? MOST_MODULO : facts.isNumbered(place) ? facts.span(place) : 1;
            if (there >= wanted) {
                return place;
            }
        }
        return place;
    }

    boolean countsOn(int place) {
        return place == top;
    }

    /** The value of a column that is no key, in a row that is there, inserted or written. */
    String value(int column, TableFacts.ColumnSizes sizes) {
        LearnedColumn of = table.columns().get(column);
        return of.nullable() && sizes.isMostlyNull(column) ? "null" : of.value(sizes.of(column));
    }

    void writeOption(StringBuilder yaml) {
        yaml.append("  ").append(option).append(": ").append(rows).append('\n');
    }

    void write(StringBuilder yaml) {
        yaml.append("  ").append(name).append(":\n    columns:\n");
        List<String> values = new ArrayList<>();
        for (int column = 0; column < table.columns().size(); column++) {
            String clear = columnName(column);
            yaml.append("      ")
                    .append(clear)
                    .append(": \"")
                    .append(table.columns().get(column).definition());
            yaml.append("\"\n");
            int place = table.key().indexOf(column);
            values.add("      " + clear + ": "
                    + (place < 0 || top < 0 ? value(column, facts.existing()) : keyValue(place, ROW_MADE)) + "\n");
        }
        List<String> keys = new ArrayList<>();
        if (!table.key().isEmpty()) {
            keys.add("PRIMARY KEY ("
                    + table.key().stream()
                            .map(this::columnName)
                            .map(one -> "`" + one + "`")
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        table.indexes().forEach(index -> keys.add(indexText(index)));
        if (!keys.isEmpty()) {
            yaml.append("    keys:\n");
            keys.forEach(key -> yaml.append("      - \"").append(key).append("\"\n"));
        }
        if (isCopied()) {
            yaml.append("    copies: ").append(facts.names().size()).append('\n');
        }
        yaml.append("    rows: $").append(option).append("\n    values:\n");
        values.forEach(yaml::append);
    }

    private String indexText(LearnedTable.Index index) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < index.columns().size(); i++) {
            String prefix = index.prefixes().get(i);
            columns.add("`" + columnName(index.columns().get(i)) + "`" + (prefix.isEmpty() ? "" : "(" + prefix + ")"));
        }
        return "KEY `" + names.of(index.name()) + "` (" + String.join(", ", columns) + ")";
    }
}
