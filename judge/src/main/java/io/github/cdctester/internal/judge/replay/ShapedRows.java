// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.result.Verdict.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes row changes of tables with a known shape. Confined to the reader's thread. */
public abstract class ShapedRows implements TransactionWatch, RowChangeSink {

    private final RowCells cells = new RowCells();

    protected abstract @Nullable TableShape shape(RowTable table);

    /** {@code before} is null for an insert, {@code after} for a delete. A key update is split into a delete and an insert. */
    protected abstract void onRowChange(
            TableShape shape, TableShape.@Nullable Row before, TableShape.@Nullable Row after);

    @Override
    public boolean accepts(RowTable table) {
        return shape(table) != null;
    }

    @Override
    public final int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int offset, int end) {
        TableShape shape = shape(table);
        int next = cells.read(table, buffer, offset, end);
        if (shape == null || next < 0) {
            return -1;
        }
        if (!shape.matches(table)) {
            onUnreadable(table.name(), Reason.COLUMNS_DIFFER.text());
            return end;
        }
        TableShape.Row row = shape.rowFromLog(cells, buffer);
        if (kind != RowKind.UPDATE) {
            onRowChange(shape, kind == RowKind.DELETE ? row : null, kind == RowKind.DELETE ? null : row);
            return next;
        }
        next = cells.read(table, buffer, next, end);
        if (next < 0) {
            return -1;
        }
        TableShape.Row after = shape.rowFromLog(cells, buffer);
        if (Arrays.equals(row.key(), after.key())) {
            onRowChange(shape, row, after);
        } else {
            onRowChange(shape, row, null);
            onRowChange(shape, null, after);
        }
        return next;
    }
}
