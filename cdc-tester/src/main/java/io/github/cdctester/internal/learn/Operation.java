// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowKind;
import java.util.ArrayList;
import java.util.List;

/** One kind of statement: what it does to which table, and to how many rows. */
final class Operation {

    private final int number;
    private final TableFacts table;
    private final RowKind kind;
    private final Sizes rows = new Sizes();
    private final long[] changed = new long[Long.SIZE];
    private long statements;

    Operation(int number, TableFacts table, RowKind kind) {
        this.number = number;
        this.table = table;
        this.kind = kind;
    }

    void statement(long rowCount, long changedColumns) {
        statements++;
        rows.add(rowCount);
        for (long bits = changedColumns; bits != 0; bits &= bits - 1) {
            changed[Long.numberOfTrailingZeros(bits)]++;
        }
    }

    int number() {
        return number;
    }

    TableFacts table() {
        return table;
    }

    RowKind kind() {
        return kind;
    }

    Sizes rows() {
        return rows;
    }

    /** The columns that most of its statements change; the key is none of them. */
    List<Integer> changedColumns() {
        List<Integer> columns = new ArrayList<>();
        int most = -1;
        for (int column = 0;
                column < Math.min(changed.length, table.table().columns().size());
                column++) {
            if (table.table().key().contains(column)) {
                continue;
            }
            if (2 * changed[column] > statements) {
                columns.add(column);
            }
            most = most < 0 || changed[column] > changed[most] ? column : most;
        }
        return columns.isEmpty() && most >= 0 ? List.of(most) : columns;
    }
}
