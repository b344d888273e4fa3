// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.position.LogCursor;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.Verdict.Reason;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Reads the expected transactions and stamps from a played log. Consumers need not report transactions without row changes, or
 * heartbeats of a recorded run. The log contains no column names: two adjacent 8-byte values near the end of a row may be a
 * stamp and its time. MariaDB may log hidden hash columns after these two values.
 */
public final class LoggedStamps extends StampedRows {

    private static final String HEARTBEAT_TABLE = ".cdc_tester_heartbeat_";

    /** Heartbeat number of a transaction that consumers need not report. */
    private static final long NOT_EXPECTED = 0;

    private final Consumer<String> onDoubt;
    private final LogFeed transactions;
    private boolean changesRows;

    /** {@code onDoubt} receives the reason if stamps cannot be read. */
    public LoggedStamps(LogFeed transactions, Consumer<String> onDoubt) {
        this.transactions = transactions;
        this.onDoubt = onDoubt;
    }

    @Override
    public void setCursor(LogCursor cursor) {
        transactions.setCursor(cursor);
    }

    @Override
    public void onWindowOpened() {
        transactions.onWindowOpened();
    }

    @Override
    public void onBegin() {
        super.onBegin();
        changesRows = false;
    }

    /** Called once per row event. */
    @Override
    public boolean accepts(RowTable table) {
        changesRows |= !table.name().contains(HEARTBEAT_TABLE);
        int count = table.columnCount();
        return table.isKnown()
                && count > 2
                && table.fixedBytes(count - 1) == Long.BYTES
                && table.fixedBytes(count - 2) == Long.BYTES;
    }

    @Override
    void onRowChange(RowTable table, RowKind kind, ByteBuffer buffer) {
        int column = kind == RowKind.DELETE ? 0 : table.columnCount() - 1;
        while (column > 1 && table.fixedBytes(column) == Long.BYTES && table.fixedBytes(column - 1) == Long.BYTES) {
            if (!cells.isNull(column) && !cells.isNull(column - 1)) {
                long sequence = buffer.getLong(cells.start(column - 1));
                if (Stamps.isOfRunAt(sequence, buffer.getLong(cells.start(column)))) {
                    add(sequence);
                    return;
                }
            }
            column--;
        }
    }

    @Override
    public void onUnreadable(String table, String reason) {
        onDoubt.accept(Reason.ROWS_UNREADABLE.text("table", table, "place", "the recording", "why", reason));
    }

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        transactions.onEnd(high, low, tag, number, changesRows ? heartbeat : NOT_EXPECTED);
        report(transactions::addStamp);
        onBegin();
    }
}
