// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static io.github.cdctester.internal.learn.LearnedWorkload.keys;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.learn.LearnedColumn.Image;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table of the log, or several that differ in the number at the end of their names only: its learned facts, and its form in a
 * workload file. There rows are numbered from 1: the columns of a key are the digits of that number.
 */
final class LearnedTable {

    /** Sets of changed columns; later sets count as the first one. */
    private static final int MAX_CHANGES = 8;

    /** Number of operations that a {@link Folding} can distinguish; later ones are left out. */
    private static final int MAX_OPERATIONS = 60_000;

    /** {@code rows_} and a name make the name of an option; there is room for {@code _2}. */
    private static final int MAX_CHARACTERS = 55;

    /** Limits of a workload file. */
    private static final int MAX_COPIES = 10_000;

    private static final int MAX_OF_INNODB = 1_017;
    private static final long TOUCH_BYTES = 80;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final long MAX_MODULO = 1_000_000_000;

    private final Described is;
    private final Budget budget;
    private final Map<RowKind, Map<Long, Operation>> operations = new EnumMap<>(RowKind.class);
    private final Map<Long, Integer> touched = new HashMap<>();
    private int tables;
    private long rows;
    private String name = "";
    private KeyFit fit = KeyFit.of(List.of(), 0, 0);

    /**
     * A table as the server describes it, or as the log does if the server no longer has it.
     *
     * @param schema its schema; tables of two schemas are never learned as one
     * @param stem its name, without the number at its end
     * @param number that number, or empty
     * @param columns with names as a workload file takes them
     * @param key the columns of its primary key, or of a unique one without NULLs; empty for none
     * @param indexes its other indexes, in SQL
     * @param rows approximate number of rows; -1 if the server has none with as many columns as the log's rows have
     */
    record Described(
            String schema,
            String stem,
            String number,
            List<LearnedColumn> columns,
            List<Integer> key,
            List<String> indexes,
            long rows) {

        /** Returns the common properties of tables that are learned as one. */
        Object kind() {
            List<String> types = columns.stream()
                    .map(one -> one.name() + " " + one.definition())
                    .toList();
            return List.of(schema, stem, number.isEmpty(), types, key, rows < 0);
        }

        /** About the memory that it takes. */
        long bytes() {
            long texts = (long) stem.length() + number.length();
            for (LearnedColumn column : columns) {
                texts += column.name().length() + column.definition().length();
            }
            for (String index : indexes) {
                texts += index.length();
            }
            return 1_000 + 500L * columns.size() + 100L * indexes.size() + 4 * texts;
        }
    }

    /**
     * One kind of statement: its change, its table, and its number of rows.
     *
     * @param sign its character in a {@link Folding}
     * @param changed the columns that an update changes, one bit each; the 64th stands for all further ones
     */
    record Operation(char sign, LearnedTable table, RowKind kind, long changed, Sizes rows) {}

    LearnedTable(Described first, Budget budget) {
        is = first;
        this.budget = budget;
    }

    /** One more table of the kind. */
    void also(Described other) {
        tables++;
        rows = Math.max(rows, other.rows);
    }

    /** Takes the sizes of a row: one image, or of an update both. */
    void row(RowKind kind, RowCells cells, RowCells after, long changed, ByteBuffer buffer) {
        for (int column = 0; column < columns().size(); column++) {
            columns().get(column).add(kind == RowKind.INSERT ? Image.INSERTED : Image.EXISTING, cells, column, budget);
            if ((changed & bit(column)) != 0) {
                columns().get(column).add(Image.WRITTEN, after, column, budget);
            }
        }
        for (int column : key()) {
            columns().get(column).addNumber(cells, column, buffer);
        }
    }

    /** A hash of a row's key; of a table without one, of all of the row. */
    long key(RowCells cells, ByteBuffer buffer) {
        long hash = MULTIPLIER;
        int count = key().isEmpty() ? columns().size() : key().size();
        for (int i = 0; i < count; i++) {
            int column = key().isEmpty() ? i : key().get(i);
            int end = cells.start(column) + cells.length(column);
            for (int at = cells.start(column); at < end; at++) {
                hash = (hash ^ buffer.get(at)) * MULTIPLIER;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ 0xFF) * MULTIPLIER;
        }
        return hash ^ hash >>> 29;
    }

    /** The columns that an update changes, a bit each. */
    long changed(RowCells before, RowCells after, ByteBuffer buffer) {
        long changed = 0;
        for (int column = 0; column < columns().size(); column++) {
            if (before.isNull(column) != after.isNull(column)
                    || !buffer.slice(before.start(column), before.length(column))
                            .equals(buffer.slice(after.start(column), after.length(column)))) {
                changed |= bit(column);
            }
        }
        return changed;
    }

    private static long bit(int column) {
        return 1L << Math.min(column, Long.SIZE - 1);
    }

    /** Returns the operation of a statement on its rows; {@code null} if there are too many kinds. */
    @Nullable
    Operation operation(RowKind kind, long changed, List<Operation> all) {
        Map<Long, Operation> known = operations.computeIfAbsent(kind, of -> new LinkedHashMap<>());
        Operation found = known.get(changed);
        if (found == null && known.size() == MAX_CHANGES) {
            found = known.values().iterator().next();
        }
        if (found == null && all.size() < MAX_OPERATIONS) {
            found = new Operation((char) all.size(), this, kind, changed, new Sizes(budget));
            all.add(found);
            known.put(changed, found);
        }
        return found;
    }

    /** A statement changed or deleted the row of a key. After the budget is spent none is counted, or those seen first would seem hot. */
    void touch(long hash) {
        if (touched.containsKey(hash) ? !budget.isExceeded() : budget.take(TOUCH_BYTES)) {
            touched.merge(hash, 1, Integer::sum);
        }
    }

    /** Ends the learning, and chooses an unused name. */
    void named(Set<String> taken) {
        String whole = is.stem + (tables > 1 ? "" : is.number);
        name = whole.substring(0, Math.min(MAX_CHARACTERS, whole.length()));
        while (!Collections.disjoint(taken, names())) {
            name += "_2";
        }
        taken.addAll(names());
        long span = isKeyNumber() ? ofKey(0).span() : 0;
        boolean dense = span <= 2 * Math.max(rows, KeyFit.keys(touched.values()));
        fit = KeyFit.of(touched.values(), dense ? span : 0, rows);
    }

    /** Returns the names of the table, its copies and the next copy, as in options. */
    private List<String> names() {
        return IntStream.rangeClosed(0, tables > 1 ? copyCount() + 1 : 0)
                .mapToObj(copy -> name.replace('$', '_') + (copy > 0 ? copy : ""))
                .toList();
    }

    private int copyCount() {
        return Math.min(MAX_COPIES, tables);
    }

    String name() {
        return name;
    }

    boolean isThere() {
        return is.rows >= 0;
    }

    List<LearnedColumn> columns() {
        return is.columns;
    }

    /** The columns of the key, in order. */
    List<Integer> key() {
        return is.key;
    }

    private LearnedColumn ofKey(int place) {
        return columns().get(key().get(place));
    }

    /** The distribution of the keys that updates and deletes touch. */
    KeyFit fit() {
        return fit;
    }

    /** The columns that a kind of statement changes; the key is none of them. */
    List<Integer> columns(long changed) {
        return IntStream.range(0, Math.min(Long.SIZE, columns().size()))
                .filter(column -> (changed & bit(column)) != 0 && !key().contains(column))
                .boxed()
                .toList();
    }

    /** The place in the key of the column that counts on: with the most numbers, or without any the first text; -1 for none. */
    int top() {
        int found = -1;
        for (int place = key().size() - 1; place >= 0; place--) {
            LearnedColumn column = columns().get(key().get(place));
            boolean none = found < 0 || !ofKey(found).isNumbered();
            if (column.isNumbered() ? none || column.span() >= ofKey(found).span() : column.isText() && none) {
                found = place;
            }
        }
        return found;
    }

    boolean isKeyNumber() {
        return key().size() == 1 && ofKey(0).isNumbered();
    }

    /** The option that is the number of its rows. */
    String option() {
        return "rows_" + name.replace('$', '_');
    }

    /** Returns the number of created rows. */
    long rows() {
        return Math.min(Integer.MAX_VALUE, 2 * fit.keys() > rows ? fit.keys() : rows);
    }

    /** Returns the draw for the number of one of its copies; {@code null} for a single table. */
    @Nullable
    Map<String, Object> copies() {
        return tables > 1 ? keys("uniform", "1.." + copyCount()) : null;
    }

    /** The name of a column in SQL. */
    String column(int column) {
        return Quoted.name(columns().get(column).name());
    }

    /**
     * Returns the draw for the number of a row: the {@code next} after the last one, the {@code oldest}, or else one for updates
     * and deletes.
     */
    Map<String, Object> row(String end) {
        LearnedColumn top = ofKey(top());
        if (end.isEmpty() || !top.isNumbered() && end.equals("oldest")) {
            return fit.draw(10 * fit.keys() >= 9 * rows() ? "$" + option() : Long.toString(fit.keys()));
        }
        return top.isNumbered()
                ? keys(end, name + "." + top.name(), "times", above(1, product(key().size())))
                : keys("uniform", "1000000000..999999999999");
    }

    private static @Nullable Long above(long least, long value) {
        return value > least ? (Long) value : null;
    }

    /** Returns the combined number of values of the key columns before a place, without the column that counts up. */
    private long product(int place) {
        return IntStream.range(0, place)
                .filter(i -> i != top() && ofKey(i).isNumbered())
                .mapToLong(i -> ofKey(i).span())
                .reduce(1, (product, span) -> Math.min(MAX_MODULO, product * Math.min(MAX_MODULO, span)));
    }

    /** Returns the value of a key column, for the row with number {@code row}: columns that count up less often come first. */
    Object keyValue(int place, String row) {
        LearnedColumn column = ofKey(place);
        if (place == top()) {
            return column.isNumbered()
                    ? keys("digit", row, "divide", above(1, product(key().size())))
                    : keys("digit", row, "width", Math.max(1, column.most()));
        }
        return column.isNumbered()
                ? keys("digit", row, "divide", above(1, product(place)), "modulo", Math.min(MAX_MODULO, column.span()))
                : column.constant();
    }

    Map<String, Object> tree() {
        Map<String, Object> types = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < columns().size(); i++) {
            LearnedColumn column = columns().get(i);
            types.put(column.name(), column.definition());
            int place = top() < 0 ? -1 : key().indexOf(i);
            values.put(column.name(), place < 0 ? column.value(Image.EXISTING) : keyValue(place, "row"));
        }
        List<String> all = new ArrayList<>(is.indexes);
        if (!key().isEmpty()) {
            all.add(
                    0,
                    (top() < 0 ? "KEY (" : "PRIMARY KEY (")
                            + key().stream().map(this::column).collect(Collectors.joining(", ")) + ")");
        }
        Map<String, Object> tree = keys("columns", types, "keys", all);
        tree.putAll(keys("table-options", columns().size() > MAX_OF_INNODB ? "ENGINE=MyISAM" : null));
        tree.putAll(keys("copies", above(1, copyCount()), "rows", "$" + option(), "values", values));
        return tree;
    }
}
