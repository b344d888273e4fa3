// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.result.Verdict.Reason;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stamped rows of one of several streams that together contain the log. Reports rows at the end of their transaction,
 * so that a reconnect inside a transaction does not repeat them. Confined to the reader's thread.
 */
public final class StreamRows extends StampedRows {

    /** Deleted rows are only counted, because they have the stamp of an earlier change. */
    private static final class StampedTable {
        private final int column;
        private long deletedInTransaction;
        private long deleted;

        StampedTable(int column) {
            this.column = column;
        }

        boolean hasStampColumn(RowTable table) {
            return column < table.columnCount() && table.fixedBytes(column) == Long.BYTES;
        }
    }

    private final int index;
    private final String name;
    private final Map<String, StampedTable> tables = new HashMap<>();
    private final ConsumerFeed feed;
    private boolean windowOpened;
    private volatile @Nullable String unreadableReason;

    /** {@code stampColumns} contains the column's index, from 0, by {@code database.table}. */
    public StreamRows(int index, String stream, Map<String, Integer> stampColumns, ConsumerFeed feed) {
        this.index = index;
        name = "stream " + stream;
        stampColumns.forEach((table, column) -> tables.put(table, new StampedTable(column)));
        this.feed = feed;
    }

    /** Returns the rows deleted in the measured part, by table. Call it after the reader has ended. */
    public Map<String, Map<RowKind, Long>> deleted() {
        Map<String, Map<RowKind, Long>> rows = new HashMap<>();
        tables.forEach((table, stampedTable) -> {
            if (stampedTable.deleted > 0) {
                rows.put(table, Map.of(RowKind.DELETE, stampedTable.deleted));
            }
        });
        return rows;
    }

    /**
     * Returns {@code null} if all rows were read. Unreadable rows may be reported as missing, although the stream contains them.
     */
    public @Nullable String unreadableReason() {
        return unreadableReason;
    }

    @Override
    public void onBegin() {
        super.onBegin();
        tables.values().forEach(table -> table.deletedInTransaction = 0);
    }

    @Override
    public void onWindowOpened() {
        windowOpened = true;
    }

    @Override
    public boolean accepts(RowTable table) {
        return tables.containsKey(table.name());
    }

    @Override
    void onRowChange(RowTable table, RowKind kind, ByteBuffer buffer) {
        StampedTable stampedTable = tables.get(table.name());
        if (stampedTable == null || !stampedTable.hasStampColumn(table)) {
            onUnreadable(table.name(), Reason.COLUMNS_DIFFER.text());
        } else if (kind == RowKind.DELETE) {
            stampedTable.deletedInTransaction++;
        } else if (!cells.isNull(stampedTable.column)) {
            add(buffer.getLong(cells.start(stampedTable.column)));
        }
    }

    @Override
    public void onUnreadable(String table, String reason) {
        unreadableReason = Reason.ROWS_UNREADABLE.text("table", table, "place", name, "why", reason);
    }

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        report((sequence, rows) -> feed.recordStreamRows(index, name, sequence, rows));
        if (windowOpened) {
            tables.values().forEach(table -> table.deleted += table.deletedInTransaction);
        }
        onBegin();
    }
}
