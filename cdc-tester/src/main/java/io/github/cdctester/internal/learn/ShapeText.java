// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A learned kind of transaction as a workload file has it. */
final class ShapeText {

    private static final int MOST_RANGES = 8;

    private final Shape shape;
    private final Function<TableFacts, TableText> tables;
    private final int[] named = {0};
    private final Map<Integer, Row> rows = new HashMap<>();

    /**
     * The row that a statement writes.
     *
     * @param number the parameter that is its number; empty where no number makes its key
     * @param copy the parameter that is the number of the table's copy; empty where there is one table
     * @param key the parameters that are its key's columns
     */
    private record Row(String number, String copy, List<String> key) {}

    ShapeText(Shape shape, Function<TableFacts, TableText> tables) {
        this.shape = shape;
        this.tables = tables;
    }

    void write(StringBuilder yaml, String name, long weight) {
        StatementBlock all = new StatementBlock(named);
        int at = 0;
        for (int loop = 0; loop < shape.loops(); loop++) {
            add(all, at, shape.start(loop));
            at = shape.start(loop) + shape.period(loop);
            StatementBlock round = new StatementBlock(named);
            add(round, shape.start(loop), at);
            all.repeated(round, shape.times(loop).text(MOST_RANGES));
        }
        add(all, at, shape.operations().size());
        yaml.append("  ").append(name).append(":\n    weight: ").append(weight).append('\n');
        if (all.size() == 1 && shape.loops() == 0) {
            yaml.append("    autocommit: true\n");
        }
        all.write(yaml, "    ");
    }

    private void add(StatementBlock block, int from, int to) {
        for (int place = from; place < to; place++) {
            Operation operation = shape.operations().get(place);
            TableText table = tables.apply(operation.table());
            switch (operation.kind()) {
                case INSERT -> insert(block, place, from, operation, table);
                case UPDATE -> update(block, operation, table, row(block, place, from, to));
                case DELETE ->
                    block.statement("DELETE FROM "
                            + table.inSql(row(block, place, from, to).copy())
                            + where(block, operation, table, rows.get(place)));
            }
        }
    }

    /** The row of a statement: that of one before it, or another one. */
    private Row row(StatementBlock block, int place, int from, int to) {
        int same = shape.sameRowAs(place);
        Row row = same >= from ? rows.get(same) : null;
        if (row == null) {
            TableText table = tables.apply(shape.operations().get(place).table());
            String copy = table.isCopied() ? block.value("t", table.copies()) : "";
            row = made(block, table, isGone(place, to) ? table.rowAtEnd(true) : table.touchedRow(), copy);
        }
        rows.put(place, row);
        return row;
    }

    /** Whether the row of a statement is deleted, by it or later, and not inserted again. */
    private boolean isGone(int place, int to) {
        boolean gone = shape.operations().get(place).kind() == RowKind.DELETE;
        List<Integer> same = new ArrayList<>(List.of(place));
        for (int later = place + 1; later < to; later++) {
            if (same.contains(shape.sameRowAs(later))) {
                same.add(later);
                RowKind kind = shape.operations().get(later).kind();
                gone = kind == RowKind.DELETE || gone && kind != RowKind.INSERT;
            }
        }
        return gone;
    }

    private static Row made(StatementBlock block, TableText table, String number, String copy) {
        if (!table.isAddressed()) {
            return new Row("", copy, List.of());
        }
        String row = block.value("r", number);
        List<String> key = new ArrayList<>();
        for (int place = 0; place < table.keySize(); place++) {
            key.add(table.isKeyNumber() ? row : block.value("k", table.keyValue(place, row)));
        }
        return new Row(row, copy, key);
    }

    private void insert(StatementBlock block, int place, int from, Operation operation, TableText table) {
        Sizes count = operation.rows();
        int same = shape.sameRowAs(place);
        Row again = same >= from && count.most() == 1 ? rows.get(same) : null;
        StatementBlock values = count.most() == 1 ? block : new StatementBlock(named);
        String copy = again != null ? again.copy() : table.isCopied() ? block.value("t", table.copies()) : "";
        Row row = again != null ? again : made(values, table, table.isAddressed() ? table.rowAtEnd(false) : "", copy);
        rows.put(place, row);
        List<String> columns = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        for (int column = 0; column < table.columns(); column++) {
            columns.add("`" + table.columnName(column) + "`");
            int keyPlace = table.isAddressed() ? table.placeInKey(column) : -1;
            String value = keyPlace < 0 ? table.value(column, operation.table().inserted()) : "";
            parameters.add(
                    keyPlace >= 0
                            ? ":" + row.key().get(keyPlace)
                            : value.equals("null") ? "NULL" : ":" + values.value("v", value));
        }
        String sql = "INSERT INTO " + table.inSql(copy) + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", parameters) + ")";
        if (values == block) {
            block.statement(sql);
        } else {
            block.rows(sql, count.text(MOST_RANGES), values);
        }
    }

    private void update(StatementBlock block, Operation operation, TableText table, Row row) {
        List<String> parts = new ArrayList<>();
        for (int column : operation.changedColumns()) {
            String name = "`" + table.columnName(column) + "`";
            String drawn = table.written(column);
            String value = block.value("v", drawn);
            if (table.hasFewValues(column) && drawn.startsWith("{uniform: ")) {
                String other = block.value("v", drawn.replace("}", ", not: " + value + "}"));
                parts.add(name + "=IF(" + name + "<=>:" + value + ",:" + other + ",:" + value + ")");
            } else {
                parts.add(name + "=:" + value);
            }
        }
        if (!parts.isEmpty()) {
            block.statement("UPDATE " + table.inSql(row.copy()) + " SET " + String.join(",", parts)
                    + where(block, operation, table, row));
        }
    }

    /** Which rows: the one, or as many as the statement wrote from it on. */
    private String where(StatementBlock block, Operation operation, TableText table, Row row) {
        Sizes count = operation.rows();
        boolean several = count.most() > 1;
        int until = several ? table.placeWith(count.most()) : row.key().size();
        List<String> parts = new ArrayList<>();
        for (int place = 0; place < row.key().size() && place <= until; place++) {
            boolean from = several && place == until;
            if (!from || table.countsOn(place)) {
                parts.add("`" + table.keyName(place) + "`" + (from ? ">=:" : "=:")
                        + row.key().get(place));
            }
        }
        String where = parts.isEmpty() ? "" : " WHERE " + String.join(" AND ", parts);
        if (!several && !row.key().isEmpty()) {
            return where;
        }
        String rowCount = count.text(MOST_RANGES);
        return where + " LIMIT "
                + (rowCount.matches("\\d+") ? rowCount : ":" + block.value("n", "{ranges: " + rowCount + "}"));
    }
}
