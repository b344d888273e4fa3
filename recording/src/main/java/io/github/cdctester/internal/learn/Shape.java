// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static io.github.cdctester.internal.learn.LearnedWorkload.mapOf;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.learn.LearnedColumn.Image;
import io.github.cdctester.internal.learn.LearnedTable.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of transaction: its sequence of statements, the number of their repetitions, and its frequency. */
final class Shape {

    private static final int UNKNOWN = -1;

    private final List<Operation> operations;
    private final List<Folding.Loop> loops;
    private final Sizes[] repetitions;
    private final int[] earlierOnSameRow;
    private final long[] sameRowCount;
    private long samples;
    private long weight;

    Shape(Folding first, List<Operation> operations, Budget budget) {
        this.operations = operations;
        loops = first.loops();
        repetitions = new Sizes[loops.size()];
        Arrays.setAll(repetitions, loop -> new Sizes(budget));
        earlierOnSameRow = new int[operations.size()];
        sameRowCount = new long[earlierOnSameRow.length];
    }

    /**
     * {@code keys} has the hash of each statement's first row key; {@code represented} counts the transactions that this sample
     * represents.
     */
    void add(Folding folded, long[] keys, long represented) {
        samples++;
        weight += represented;
        for (int loopIndex = 0; loopIndex < repetitions.length; loopIndex++) {
            repetitions[loopIndex].add(Math.min(
                    SampledTransaction.MAX_ROWS, folded.loops().get(loopIndex).times()));
        }
        List<Integer> firstStatements = folded.firstStatements();
        for (int i = 0; i < earlierOnSameRow.length; i++) {
            if (samples == 1) {
                earlierOnSameRow[i] = lastOnSameRow(firstStatements, keys, i);
            }
            if (earlierOnSameRow[i] != UNKNOWN
                    && keys[firstStatements.get(i)] == keys[firstStatements.get(earlierOnSameRow[i])]) {
                sameRowCount[i]++;
            }
        }
    }

    /** Returns -1 if there is no earlier operation on the same row. */
    private int lastOnSameRow(List<Integer> firstStatements, long[] keys, int operationIndex) {
        int i = operationIndex - 1;
        while (i >= 0
                && (operations.get(i).table() != operations.get(operationIndex).table()
                        || keys[firstStatements.get(i)] != keys[firstStatements.get(operationIndex)])) {
            i--;
        }
        return i;
    }

    long weight() {
        return weight;
    }

    List<Operation> operations() {
        return operations;
    }

    /** Requires the same row in at least 90 % of the transactions; -1 if there is none. */
    private int sameRowAs(int operationIndex) {
        return 10 * sameRowCount[operationIndex] >= 9 * samples ? earlierOnSameRow[operationIndex] : UNKNOWN;
    }

    /** Returns true if the row of an operation no longer exists after operation {@code to - 1}. */
    private boolean isDeletedBefore(int operationIndex, int to) {
        RowKind lastKind = operations.get(operationIndex).kind();
        Set<Integer> onSameRow = new HashSet<>(Set.of(operationIndex));
        for (int laterIndex = operationIndex + 1; laterIndex < to; laterIndex++) {
            RowKind kind = operations.get(laterIndex).kind();
            if (onSameRow.contains(sameRowAs(laterIndex)) && onSameRow.add(laterIndex) && kind != RowKind.UPDATE) {
                lastKind = kind;
            }
        }
        return lastKind == RowKind.DELETE;
    }

    Map<String, Object> fileEntry(long fileWeight) {
        Map<Integer, Row> rows = new HashMap<>();
        Block mainBlock = new Block(new int[1]);
        int nextIndex = 0;
        for (int i = 0; i < loops.size(); i++) {
            Folding.Loop loop = loops.get(i);
            add(mainBlock, rows, nextIndex, loop.start());
            nextIndex = loop.start() + loop.period();
            Block loopBlock = new Block(mainBlock.nameCount);
            add(loopBlock, rows, loop.start(), nextIndex);
            if (!loopBlock.statements.isEmpty()) {
                mainBlock.statements.add(loopBlock.toTree(mapOf("repeat", repetitions[i].drawExpression())));
            }
        }
        add(mainBlock, rows, nextIndex, operations.size());
        boolean isSingleStatement = mainBlock.statements.size() == 1 && loops.isEmpty();
        return mainBlock.toTree(mapOf("weight", fileWeight, "autocommit", isSingleStatement ? true : null));
    }

    private void add(Block block, Map<Integer, Row> rows, int from, int to) {
        for (int index = from; index < to; index++) {
            Operation operation = operations.get(index);
            int earlierIndex = sameRowAs(index);
            Row row = earlierIndex >= from ? rows.get(earlierIndex) : null;
            if (operation.kind() == RowKind.INSERT) {
                Row insertedRow = block.insert(row, operation);
                if (operation.rows().max() == 1) { // the keys of several rows cannot be referenced later
                    rows.put(index, insertedRow);
                }
            } else {
                row = row != null
                        ? row
                        : block.row(operation.table(), isDeletedBefore(index, to) ? "oldest" : "", block);
                rows.put(index, row);
                block.change(row, operation);
            }
        }
    }

    /** {@code key} has the names of the parameters with the key's values; empty if no key column counts up. */
    private record Row(String table, List<String> key) {}

    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record Block(int[] nameCount, Map<String, Object> values, List<Object> statements) {

        Block(int[] nameCount) {
            this(nameCount, new LinkedHashMap<>(), new ArrayList<>());
        }

        private String value(String stem, Object value) {
            String name = stem + ++nameCount[0];
            values.put(name, value);
            return name;
        }

        Map<String, Object> toTree(Map<String, Object> head) {
            head.putAll(mapOf("values", values, "statements", statements));
            return head;
        }

        /** {@code rowBlock} receives the values that are drawn for each row of a statement. */
        Row row(LearnedTable table, String selector, Block rowBlock) {
            Map<String, Object> copyNumber = table.copyExpression();
            String tableInSql =
                    copyNumber == null ? Quoted.name(table.name()) : table.name() + ":" + value("t", copyNumber);
            List<String> key = new ArrayList<>();
            if (table.countingPosition() >= 0) {
                String number = rowBlock.value("r", table.rowNumberExpression(selector));
                for (int keyPosition = 0; keyPosition < table.key().size(); keyPosition++) {
                    key.add(table.isKeyNumber() ? number : rowBlock.value("k", table.keyValue(keyPosition, number)));
                }
            }
            return new Row(tableInSql, key);
        }

        Row insert(@Nullable Row earlier, Operation operation) {
            LearnedTable table = operation.table();
            boolean isSingleRow = operation.rows().max() == 1;
            Block rowBlock = isSingleRow ? this : new Block(nameCount);
            Row row = earlier != null && isSingleRow ? earlier : row(table, "next", rowBlock);
            List<String> columns = new ArrayList<>();
            List<String> parameters = new ArrayList<>();
            for (int column = 0; column < table.columns().size(); column++) {
                columns.add(table.column(column));
                int keyPosition = row.key.isEmpty() ? -1 : table.key().indexOf(column);
                parameters.add(
                        keyPosition >= 0
                                ? ":" + row.key.get(keyPosition)
                                : rowBlock.drawValue(table.columns().get(column), Image.INSERTED));
            }
            String sql = "INSERT INTO " + row.table + " (" + String.join(", ", columns) + ") VALUES ("
                    + String.join(", ", parameters) + ")";
            Object count = operation.rows().drawExpression();
            statements.add(
                    isSingleRow
                            ? sql
                            : rowBlock.values.isEmpty()
                                    ? mapOf("repeat", count, "statements", List.of(sql))
                                    : mapOf("sql", sql, "rows", count, "values", rowBlock.values));
            return row;
        }

        private String drawValue(LearnedColumn column, Image image) {
            Object drawn = column.valueExpression(image);
            return drawn == null ? "NULL" : ":" + value("v", drawn);
        }

        /** Omits an update that changes only key columns. */
        void change(Row row, Operation operation) {
            LearnedTable table = operation.table();
            List<String> changes = new ArrayList<>();
            for (int column : table.columns(operation.changed())) {
                LearnedColumn changedColumn = table.columns().get(column);
                String name = table.column(column);
                String value = drawValue(changedColumn, Image.WRITTEN);
                if (changedColumn.hasFewValues() && values.get(value.substring(1)) instanceof Map<?, ?> range) {
                    Object differentValue = mapOf("uniform", range.get("uniform"), "not", value.substring(1));
                    value = "IF(" + name + "<=>" + value + ",:" + value("v", differentValue) + "," + value + ")";
                }
                changes.add(name + "=" + value);
            }
            if (operation.kind() == RowKind.DELETE) {
                statements.add("DELETE FROM " + row.table + where(operation, row));
            } else if (!changes.isEmpty()) {
                statements.add("UPDATE " + row.table + " SET " + String.join(",", changes) + where(operation, row));
            }
        }

        private String where(Operation operation, Row row) {
            LearnedTable table = operation.table();
            boolean hasSeveralRows = operation.rows().max() > 1;
            int countingPosition = table.countingPosition();
            List<String> conditions = new ArrayList<>();
            for (int keyPosition = 0;
                    keyPosition < row.key.size() && !(hasSeveralRows && keyPosition > countingPosition);
                    keyPosition++) {
                String operator = hasSeveralRows && keyPosition == countingPosition ? ">=:" : "=:";
                conditions.add(table.column(table.key().get(keyPosition)) + operator + row.key.get(keyPosition));
            }
            String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
            Object count = operation.rows().drawExpression();
            return hasSeveralRows || conditions.isEmpty()
                    ? where + " LIMIT " + (count instanceof Long ? count : ":" + value("n", mapOf("ranges", count)))
                    : where;
        }
    }
}
