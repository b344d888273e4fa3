// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static io.github.cdctester.internal.learn.WorkloadTree.keys;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.learn.TableFacts.Images;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A learned table as a workload file has it. Its rows are numbered from 1: the columns of a key are the digits of that number.
 *
 * @param rows how many are made
 * @param top the place in the key of the column that counts on; -1 for a key that no number makes
 */
record TableTree(TableFacts facts, String name, KeyFit fit, long rows, int top) {

    private static final long MOST_MODULO = 1_000_000_000;

    /** How a workload file calls the row that is made. */
    private static final String ROW_MADE = "row";

    static TableTree of(TableFacts facts, String name) {
        KeyFit fit = facts.keys();
        long rows = 2 * fit.keys() > facts.rows() ? fit.keys() : facts.rows();
        return new TableTree(facts, name, fit, rows, top(facts));
    }

    /** The column with the most numbers, or without any the first text. */
    private static int top(TableFacts facts) {
        List<Integer> key = facts.table().key();
        int found = -1;
        for (int place = key.size() - 1; place >= 0; place--) {
            boolean isText = facts.table().columns().get(key.get(place)).isText();
            boolean none = found < 0 || !facts.isNumbered(found);
            if (facts.isNumbered(place) ? none || facts.span(place) >= facts.span(found) : isText && none) {
                found = place;
            }
        }
        return found;
    }

    private static @Nullable Long above(long least, long value) {
        return value > least ? (Long) value : null;
    }

    /** The option that is the number of its rows. */
    String option() {
        return "rows_" + name.replace('$', '_');
    }

    boolean isCopied() {
        return facts.tables() > 1;
    }

    /** The table in a statement; {@code copy} is the parameter that is the copy's number. */
    String inSql(String copy) {
        return isCopied() ? name + ":" + copy : Quoted.name(name);
    }

    Map<String, Object> copies() {
        return keys("uniform", "1.." + facts.tables());
    }

    /** Whether rows can be named by their number. */
    boolean isAddressed() {
        return top >= 0;
    }

    /** The columns of the key, in order. */
    List<Integer> key() {
        return facts.table().key();
    }

    List<LearnedColumn> columns() {
        return facts.table().columns();
    }

    /** The name of a column in SQL. */
    String column(int column) {
        return Quoted.name(columns().get(column).name());
    }

    /** The number of a row: the {@code next} behind the last one, the {@code oldest}, or else one that updates and deletes touch. */
    Map<String, Object> row(String end) {
        boolean isNumber = facts.isNumbered(top);
        if (end.isEmpty() || !isNumber && end.equals("oldest")) {
            return fit.drawn(10 * fit.keys() >= 9 * rows ? "$" + option() : Long.toString(fit.keys()));
        }
        String column = name + "." + columns().get(key().get(top)).name();
        return isNumber
                ? keys(end, column, "times", above(1, divisor(top)))
                : keys("uniform", "1000000000..999999999999");
    }

    /** By what a row's number is divided to be that of a place in the key: the columns that count on less often come first. */
    private long divisor(int place) {
        long product = 1;
        for (int i = 0; i < (place == top ? key().size() : place); i++) {
            product = i != top && facts.isNumbered(i) ? Math.min(MOST_MODULO, product * span(i)) : product;
        }
        return product;
    }

    private long span(int place) {
        return Math.min(MOST_MODULO, facts.span(place));
    }

    /** The value of a column of the key, of the row whose number {@code row} is. */
    Object keyValue(int place, String row) {
        LearnedColumn column = columns().get(key().get(place));
        if (facts.isNumbered(place)) {
            Long modulo = place == top ? null : (Long) span(place);
            return keys("digit", row, "divide", above(1, divisor(place)), "modulo", modulo);
        }
        if (place == top) {
            long width = facts.sizes(Images.EXISTING, key().get(place)).most();
            return keys("digit", row, "width", Math.max(1, width));
        }
        boolean isTime = column.type().startsWith("d") || column.word().equals("timestamp");
        return column.isText() ? "k" : isTime ? "2026-01-01" : (Object) 1;
    }

    /** Whether the number of a row is its key. */
    boolean isKeyNumber() {
        return key().size() == 1 && facts.isNumbered(0);
    }

    /** The value of a column that is no key, in a row that is there, inserted or written; {@code null} for NULL. */
    @Nullable
    Object value(int column, Images images) {
        Sizes sizes = facts.sizes(images, column);
        LearnedColumn of = columns().get(column);
        return of.nullable() && sizes.isMostlyNone() ? null : of.drawn(sizes);
    }

    Map<String, Object> tree() {
        Map<String, Object> types = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < columns().size(); i++) {
            String column = columns().get(i).name();
            types.put(column, columns().get(i).definition());
            int place = isAddressed() ? key().indexOf(i) : -1;
            values.put(column, place < 0 ? value(i, Images.EXISTING) : keyValue(place, ROW_MADE));
        }
        List<String> indexes = new ArrayList<>();
        if (!key().isEmpty()) {
            indexes.add("PRIMARY KEY (" + key().stream().map(this::column).collect(Collectors.joining(", ")) + ")");
        }
        indexes.addAll(facts.table().indexes());
        Long copies = above(1, facts.tables());
        return keys("columns", types, "keys", indexes, "copies", copies, "rows", "$" + option(), "values", values);
    }
}
