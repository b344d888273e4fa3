// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static io.github.cdctester.internal.learn.WorkloadTree.keys;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.learn.TableFacts.Images;
import io.github.cdctester.internal.learn.TableFacts.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A learned kind of transaction as a workload file has it. */
final class ShapeTree {

    private final Shape shape;
    private final Function<TableFacts, TableTree> tables;
    private final Map<Integer, Row> rows = new HashMap<>();
    private int named;

    /**
     * The row that a statement writes.
     *
     * @param copy the parameter that is the number of the table's copy; empty where there is one table
     * @param key the parameters that are its key's columns; empty where no number makes its key
     */
    private record Row(String copy, List<String> key) {}

    /** Values, and statements that have them as parameters. */
    private final class Block {

        private final Map<String, Object> values = new LinkedHashMap<>();
        private final List<Object> statements = new ArrayList<>();

        String value(String stem, Object value) {
            String name = stem + ++named;
            values.put(name, value);
            return name;
        }

        Map<String, Object> behind(Map<String, Object> head) {
            head.putAll(keys("values", values, "statements", statements));
            return head;
        }
    }

    ShapeTree(Shape shape, Function<TableFacts, TableTree> tables) {
        this.shape = shape;
        this.tables = tables;
    }

    Map<String, Object> tree(long weight) {
        Block all = new Block();
        int at = 0;
        for (int i = 0; i < shape.loops().size(); i++) {
            Folding.Loop loop = shape.loops().get(i);
            add(all, at, loop.start());
            at = loop.start() + loop.period();
            Block round = new Block();
            add(round, loop.start(), at);
            if (!round.statements.isEmpty()) {
                all.statements.add(round.behind(keys("repeat", shape.times(i).drawn())));
            }
        }
        add(all, at, shape.operations().size());
        boolean isOne = all.statements.size() == 1 && shape.loops().isEmpty();
        return all.behind(keys("weight", weight, "autocommit", isOne ? true : null));
    }

    private void add(Block block, int from, int to) {
        for (int place = from; place < to; place++) {
            Operation operation = shape.operations().get(place);
            TableTree table = tables.apply(operation.table());
            int same = shape.sameRowAs(place);
            Row row = same >= from ? rows.get(same) : null;
            if (operation.kind() == RowKind.INSERT) {
                rows.put(place, insert(block, row, operation, table));
                continue;
            }
            if (row == null) {
                row = made(block, copy(block, table), table, isGone(place, to) ? "oldest" : "");
            }
            rows.put(place, row);
            boolean deletes = operation.kind() == RowKind.DELETE;
            String changes = deletes ? "" : changes(block, operation, table);
            if (deletes || !changes.isEmpty()) {
                block.statements.add((deletes ? "DELETE FROM " : "UPDATE ")
                        + table.inSql(row.copy())
                        + changes
                        + where(block, operation.rows(), table, row));
            }
        }
    }

    /** Whether the row of a statement is deleted, by it or later, and not inserted again. */
    private boolean isGone(int place, int to) {
        RowKind last = shape.operations().get(place).kind();
        Set<Integer> same = new HashSet<>(Set.of(place));
        for (int later = place + 1; later < to; later++) {
            RowKind kind = shape.operations().get(later).kind();
            if (same.contains(shape.sameRowAs(later)) && same.add(later) && kind != RowKind.UPDATE) {
                last = kind;
            }
        }
        return last == RowKind.DELETE;
    }

    private static String copy(Block block, TableTree table) {
        return table.isCopied() ? block.value("t", table.copies()) : "";
    }

    private static Row made(Block block, String copy, TableTree table, String end) {
        List<String> key = new ArrayList<>();
        String row = table.isAddressed() ? block.value("r", table.row(end)) : "";
        for (int place = 0; place < table.key().size() && table.isAddressed(); place++) {
            key.add(table.isKeyNumber() ? row : block.value("k", table.keyValue(place, row)));
        }
        return new Row(copy, key);
    }

    private Row insert(Block block, @Nullable Row same, Operation operation, TableTree table) {
        boolean isOne = operation.rows().most() == 1;
        Block values = isOne ? block : new Block();
        Row row = same != null && isOne ? same : made(values, copy(block, table), table, "next");
        List<String> columns = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        for (int column = 0; column < table.columns().size(); column++) {
            columns.add(table.column(column));
            int place = row.key().isEmpty() ? -1 : table.key().indexOf(column);
            Object value = place < 0 ? table.value(column, Images.INSERTED) : "";
            parameters.add(
                    place >= 0 ? ":" + row.key().get(place) : value == null ? "NULL" : ":" + values.value("v", value));
        }
        String sql = "INSERT INTO " + table.inSql(row.copy()) + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", parameters) + ")";
        block.statements.add(
                isOne ? sql : keys("sql", sql, "rows", operation.rows().drawn(), "values", values.values));
        return row;
    }

    private static String changes(Block block, Operation operation, TableTree table) {
        List<String> parts = new ArrayList<>();
        for (int column : operation.table().columns(operation.changed())) {
            String name = table.column(column);
            Object drawn = table.value(column, Images.WRITTEN);
            String value = drawn == null ? "NULL" : ":" + block.value("v", drawn);
            if (table.columns().get(column).hasFewValues() && drawn instanceof Map<?, ?> range) {
                String not = value.substring(1);
                String other = block.value("v", keys("uniform", range.get("uniform"), "not", not));
                value = "IF(" + name + "<=>" + value + ",:" + other + "," + value + ")";
            }
            parts.add(name + "=" + value);
        }
        return parts.isEmpty() ? "" : " SET " + String.join(",", parts);
    }

    /** Which rows: the one, or as many as the statement wrote from it on. */
    private static String where(Block block, Sizes count, TableTree table, Row row) {
        boolean several = count.most() > 1;
        List<String> parts = new ArrayList<>();
        for (int place = 0; place < row.key().size() && !(several && place > table.top()); place++) {
            String is = several && place == table.top() ? ">=:" : "=:";
            parts.add(table.column(table.key().get(place)) + is + row.key().get(place));
        }
        String where = parts.isEmpty() ? "" : " WHERE " + String.join(" AND ", parts);
        Object drawn = count.drawn();
        return several || parts.isEmpty()
                ? where + " LIMIT " + (drawn instanceof Long ? drawn : ":" + block.value("n", keys("ranges", drawn)))
                : where;
    }
}
