// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static io.github.cdctester.internal.learn.LearnedWorkload.mapOf;

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
 * A table of the log, or several tables whose names differ only in the number at their end. In the workload file, rows are numbered
 * from 1, and key values are computed from the row number.
 */
final class LearnedTable {

    /** Further sets of changed columns are counted as the first set. */
    private static final int MAX_CHANGES = 8;

    /** A {@link Folding} uses one character per operation. Further operations are ignored. */
    private static final int MAX_OPERATIONS = 60_000;

    /** Keeps the option {@code rows_NAME_2} short enough. */
    private static final int MAX_CHARACTERS = 55;

    private static final int MAX_COPIES = 10_000;

    private static final int MAX_INNODB_COLUMNS = 1_017;
    private static final long TOUCH_BYTES = 80;
    private static final long HASH_MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final long MAX_MODULO = 1_000_000_000;

    private final TableDefinition definition;
    private final Budget budget;
    private final Map<RowKind, Map<Long, Operation>> operations = new EnumMap<>(RowKind.class);
    private final Map<Long, Integer> touchCounts = new HashMap<>();
    private int tableCount;
    private long rows;
    private String name = "";
    private KeyFit fit = KeyFit.of(List.of(), 0, 0);

    /**
     * A table's definition from the server, or from the log if the server does not describe the table as logged.
     *
     * @param schema tables of different schemas are never combined
     * @param stem the table's name without the number at the end
     * @param number the number at the end of the table's name; empty if there is none
     * @param columns columns with names that are valid in a workload file
     * @param key column indexes of the primary key, or of a unique key without NULLs; empty if there is none
     * @param indexes the other BTREE indexes, as SQL
     * @param rows approximate number of rows; -1 if the definition is from the log
     */
    record TableDefinition(
            String schema,
            String stem,
            String number,
            List<LearnedColumn> columns,
            List<Integer> key,
            List<String> indexes,
            long rows) {

        /** Returns a key that is equal for all tables that are combined. */
        Object kind() {
            List<String> types = columns.stream()
                    .map(column -> column.name() + " " + column.definition())
                    .toList();
            return List.of(schema, stem, number.isEmpty(), types, key, rows < 0);
        }

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
     * @param sign the character of this operation in a {@link Folding}
     * @param changed bit set of the columns that an update changes; bit 63 represents all columns from index 63 on
     * @param rows number of rows per statement
     */
    record Operation(char sign, LearnedTable table, RowKind kind, long changed, Sizes rows) {}

    LearnedTable(TableDefinition first, Budget budget) {
        definition = first;
        this.budget = budget;
    }

    /** Also call it for the first table. */
    void addTable(TableDefinition addedTable) {
        tableCount++;
        rows = Math.max(rows, addedTable.rows);
    }

    /** {@code after} and {@code changed} apply to updates only. */
    void addRow(RowKind kind, RowCells cells, RowCells after, long changed, ByteBuffer buffer) {
        for (int column = 0; column < columns().size(); column++) {
            columns()
                    .get(column)
                    .addSize(kind == RowKind.INSERT ? Image.INSERTED : Image.EXISTING, cells, column, budget);
            if ((changed & bit(column)) != 0) {
                columns().get(column).addSize(Image.WRITTEN, after, column, budget);
            }
        }
        for (int column : key()) {
            columns().get(column).addNumber(cells, column, buffer);
        }
    }

    /** Hashes the whole row if the table has no key. */
    long keyHash(RowCells cells, ByteBuffer buffer) {
        long hash = HASH_MULTIPLIER;
        int count = key().isEmpty() ? columns().size() : key().size();
        for (int i = 0; i < count; i++) {
            int column = key().isEmpty() ? i : key().get(i);
            int end = cells.start(column) + cells.length(column);
            for (int index = cells.start(column); index < end; index++) {
                hash = (hash ^ buffer.get(index)) * HASH_MULTIPLIER;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ 0xFF) * HASH_MULTIPLIER;
        }
        return hash ^ hash >>> 29;
    }

    long changedColumns(RowCells before, RowCells after, ByteBuffer buffer) {
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

    /** Returns {@code null} if there are too many operations. */
    @Nullable
    Operation operation(RowKind kind, long changed, List<Operation> allOperations) {
        Map<Long, Operation> operationsOfKind = operations.computeIfAbsent(kind, rowKind -> new LinkedHashMap<>());
        Operation operation = operationsOfKind.get(changed);
        if (operation == null && operationsOfKind.size() == MAX_CHANGES) {
            operation = operationsOfKind.values().iterator().next();
        }
        if (operation == null && allOperations.size() < MAX_OPERATIONS) {
            operation = new Operation((char) allOperations.size(), this, kind, changed, new Sizes(budget));
            allOperations.add(operation);
            operationsOfKind.put(changed, operation);
        }
        return operation;
    }

    /** When the budget is exhausted, no key is counted any more. Otherwise, the keys that occurred first would seem hot. */
    void countTouch(long hash) {
        if (touchCounts.containsKey(hash) ? !budget.isExceeded() : budget.take(TOUCH_BYTES)) {
            touchCounts.merge(hash, 1, Integer::sum);
        }
    }

    void finish(Set<String> takenNames) {
        String fullName = definition.stem + (tableCount > 1 ? "" : definition.number);
        name = fullName.substring(0, Math.min(MAX_CHARACTERS, fullName.length()));
        while (!Collections.disjoint(takenNames, names())) {
            name += "_2";
        }
        takenNames.addAll(names());
        long span = isKeyNumber() ? keyColumn(0).span() : 0;
        boolean isDense = span <= 2 * Math.max(rows, KeyFit.estimateKeys(touchCounts.values()));
        fit = KeyFit.of(touchCounts.values(), isDense ? span : 0, rows);
    }

    private List<String> names() {
        return IntStream.rangeClosed(0, tableCount > 1 ? copyCount() + 1 : 0)
                .mapToObj(copy -> name.replace('$', '_') + (copy > 0 ? copy : ""))
                .toList();
    }

    private int copyCount() {
        return Math.min(MAX_COPIES, tableCount);
    }

    String name() {
        return name;
    }

    boolean isOnServer() {
        return definition.rows >= 0;
    }

    List<LearnedColumn> columns() {
        return definition.columns;
    }

    List<Integer> key() {
        return definition.key;
    }

    private LearnedColumn keyColumn(int keyPosition) {
        return columns().get(key().get(keyPosition));
    }

    KeyFit fit() {
        return fit;
    }

    List<Integer> columns(long changed) {
        return IntStream.range(0, Math.min(Long.SIZE, columns().size()))
                .filter(column -> (changed & bit(column)) != 0 && !key().contains(column))
                .boxed()
                .toList();
    }

    /** Returns the key position that counts up: the whole number with the widest range, else the first text column, else -1. */
    int countingPosition() {
        int bestPosition = -1;
        for (int keyPosition = key().size() - 1; keyPosition >= 0; keyPosition--) {
            LearnedColumn column = columns().get(key().get(keyPosition));
            boolean hasNoNumber = bestPosition < 0 || !keyColumn(bestPosition).isNumbered();
            if (column.isNumbered()
                    ? hasNoNumber || column.span() >= keyColumn(bestPosition).span()
                    : column.isText() && hasNoNumber) {
                bestPosition = keyPosition;
            }
        }
        return bestPosition;
    }

    boolean isKeyNumber() {
        return key().size() == 1 && keyColumn(0).isNumbered();
    }

    String optionName() {
        return "rows_" + name.replace('$', '_');
    }

    /** Returns the number of rows to create. */
    long rows() {
        return Math.min(Integer.MAX_VALUE, 2 * fit.keys() > rows ? fit.keys() : rows);
    }

    /** Returns an expression that draws the number of a copy; {@code null} for a single table. */
    @Nullable
    Map<String, Object> copyExpression() {
        return tableCount > 1 ? mapOf("uniform", "1.." + copyCount()) : null;
    }

    String column(int column) {
        return Quoted.name(columns().get(column).name());
    }

    /**
     * @param selector {@code next} for a new row, {@code oldest} for the first inserted row, or empty for an existing row. With a
     *     text key, {@code oldest} also draws an existing row.
     */
    Map<String, Object> rowNumberExpression(String selector) {
        LearnedColumn countingColumn = keyColumn(countingPosition());
        if (selector.isEmpty() || !countingColumn.isNumbered() && selector.equals("oldest")) {
            return fit.rowNumberExpression(
                    10 * fit.keys() >= 9 * rows() ? "$" + optionName() : Long.toString(fit.keys()));
        }
        return countingColumn.isNumbered()
                ? mapOf(selector, name + "." + countingColumn.name(), "times", ifAbove(1, combinations(key().size())))
                : mapOf("uniform", "1000000000..999999999999");
    }

    private static @Nullable Long ifAbove(long minimum, long value) {
        return value > minimum ? (Long) value : null;
    }

    /** Counts only whole-number key columns before a position, without the column that counts up. */
    private long combinations(int keyPosition) {
        return IntStream.range(0, keyPosition)
                .filter(i -> i != countingPosition() && keyColumn(i).isNumbered())
                .mapToLong(i -> keyColumn(i).span())
                .reduce(1, (combinations, span) -> Math.min(MAX_MODULO, combinations * Math.min(MAX_MODULO, span)));
    }

    /** Returns an expression for a key column's value in row number {@code row}. */
    Object keyValue(int keyPosition, String row) {
        LearnedColumn column = keyColumn(keyPosition);
        if (keyPosition == countingPosition()) {
            return column.isNumbered()
                    ? mapOf("digit", row, "divide", ifAbove(1, combinations(key().size())))
                    : mapOf("digit", row, "width", Math.max(1, column.maxLength()));
        }
        return column.isNumbered()
                ? mapOf(
                        "digit",
                        row,
                        "divide",
                        ifAbove(1, combinations(keyPosition)),
                        "modulo",
                        Math.min(MAX_MODULO, column.span()))
                : column.constant();
    }

    Map<String, Object> fileEntry() {
        Map<String, Object> types = new LinkedHashMap<>();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < columns().size(); i++) {
            LearnedColumn column = columns().get(i);
            types.put(column.name(), column.definition());
            int keyPosition = countingPosition() < 0 ? -1 : key().indexOf(i);
            values.put(
                    column.name(),
                    keyPosition < 0 ? column.valueExpression(Image.EXISTING) : keyValue(keyPosition, "row"));
        }
        List<String> allIndexes = new ArrayList<>(definition.indexes);
        if (!key().isEmpty()) {
            allIndexes.add(
                    0,
                    (countingPosition() < 0 ? "KEY (" : "PRIMARY KEY (")
                            + key().stream().map(this::column).collect(Collectors.joining(", ")) + ")");
        }
        Map<String, Object> tree = mapOf("columns", types, "keys", allIndexes);
        tree.putAll(mapOf("table-options", columns().size() > MAX_INNODB_COLUMNS ? "ENGINE=MyISAM" : null));
        tree.putAll(mapOf("copies", ifAbove(1, copyCount()), "rows", "$" + optionName(), "values", values));
        return tree;
    }
}
