// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.replay.ShapedRows;
import io.github.cdctester.internal.judge.replay.TableShape;
import io.github.cdctester.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads versions of stamped rows from the run's own stream. The judge gets them after their transaction has ended. */
public final class SnapshotRows extends ShapedRows implements RowVersions {

    /** Stamp before an insert. */
    public static final long NO_ROW = Long.MIN_VALUE;

    private record OpenVersion(long key, long id, long previousId) {}

    private static final class Lane extends HandoffBuffer<RowVersions> {
        private static final int VERSION = 0;
        private static final int END = 1;

        synchronized void addVersion(long key, long id, long previousId, long order, long count) {
            begin(VERSION).add(key).add(id).add(previousId).add(order).add(count);
        }

        synchronized boolean addEnd() {
            begin(END);
            return isLong();
        }

        @Override
        void deliver(int kind, Entries entry, RowVersions receiver) {
            if (kind == END) {
                receiver.transactionEnded();
            } else {
                receiver.addVersion(entry.number(), entry.number(), entry.number(), entry.number(), entry.number());
            }
        }
    }

    private final Lane lane = new Lane();
    private final Map<String, TableShape> tables = new HashMap<>();
    private final Runnable onFull;
    private final List<OpenVersion> openVersions = new ArrayList<>();
    private long order;
    private volatile @Nullable String unreadableReason;

    public SnapshotRows(Iterable<TableShape> tables, Runnable onFull) {
        tables.forEach(table -> this.tables.put(table.name(), table));
        this.onFull = onFull;
    }

    public void drainTo(RowVersions receiver) {
        lane.drainTo(receiver);
    }

    /** Returns the version id of a delete: the bitwise complement of the deleted row's stamp. */
    public static long deletionOf(long stamp) {
        return ~stamp;
    }

    /** Returns why rows could not be read, so that no verdict is possible; else {@code null}. */
    @Nullable
    public String unreadableReason() {
        return unreadableReason;
    }

    @Override
    public void onBegin() {
        openVersions.clear();
    }

    @Override
    public void onDiscarded() {
        openVersions.clear();
    }

    @Override
    protected @Nullable TableShape shape(RowTable table) {
        return tables.get(table.name());
    }

    @Override
    protected void onRowChange(TableShape table, TableShape.@Nullable Row before, TableShape.@Nullable Row after) {
        TableShape.Row row = after == null ? before : after;
        if (row != null) {
            long stampBefore = before == null ? NO_ROW : table.stamp(before);
            long key = KeyHash.of(table.shortName(), table.keyText(row));
            openVersions.add(
                    new OpenVersion(key, after == null ? deletionOf(stampBefore) : table.stamp(row), stampBefore));
        }
    }

    @Override
    public void onUnreadable(String table, String reason) {
        unreadableReason = Reason.ROWS_UNREADABLE.text("table", table, "why", reason);
    }

    @Override
    public void onEnd(long high, long low, String tag, long number, long heartbeat) {
        if (openVersions.isEmpty()) {
            return;
        }
        order++;
        for (OpenVersion row : openVersions) {
            addVersion(row.key, row.id, row.previousId, order, row.id < 0 ? 0 : 1);
        }
        transactionEnded();
        openVersions.clear();
    }

    @Override
    public void addVersion(long key, long id, long previousId, long order, long count) {
        lane.addVersion(key, id, previousId, order, count);
    }

    @Override
    public void transactionEnded() {
        if (lane.addEnd()) {
            onFull.run();
        }
    }
}
