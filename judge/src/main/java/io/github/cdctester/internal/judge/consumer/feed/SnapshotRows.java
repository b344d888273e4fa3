// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.replay.ShapedRows;
import io.github.cdctester.internal.judge.replay.TableShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The versions of the rows of stamped tables, as the run's own stream reads them; of a transaction when it has ended. */
public final class SnapshotRows extends ShapedRows implements RowVersions {

    private static final int VERSION = 0;
    private static final int END = 1;

    /** There was no row before. */
    public static final long FRESH = Long.MIN_VALUE;

    /** The new version of a row in an open transaction. */
    private record Left(long key, long id, long before) {}

    private final HandoffBuffer lane = new HandoffBuffer();
    private final Map<String, TableShape> tables = new HashMap<>();
    private final Runnable onFull;
    private final List<Left> open = new ArrayList<>();
    private long order;
    private volatile @Nullable String unreadable;

    /** {@code onFull} is called when many versions wait. */
    public SnapshotRows(Iterable<TableShape> tables, Runnable onFull) {
        tables.forEach(table -> this.tables.put(table.name(), table));
        this.onFull = onFull;
    }

    /** Moves all versions to a receiver; by one thread at a time. */
    public void empty(RowVersions receiver) {
        lane.empty((kind, numbers, at, none, nothing) -> {
            if (kind == END) {
                receiver.transactionEnded();
            } else {
                receiver.version(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4]);
            }
        });
    }

    /** The identity of what a deletion leaves: that of the row which it has deleted, turned. */
    public static long deletionOf(long stamp) {
        return ~stamp;
    }

    /** Returns why rows could not be read, so that there is no verdict; {@code null} if all were read. */
    @Nullable
    public String unreadable() {
        return unreadable;
    }

    @Override
    public void begins() {
        open.clear();
    }

    @Override
    public void dropped() {
        open.clear();
    }

    @Override
    public boolean wants(RowTable table) {
        return tables.containsKey(table.name());
    }

    @Override
    protected @Nullable TableShape shape(RowTable table) {
        return tables.get(table.name());
    }

    @Override
    protected void changed(TableShape table, TableShape.@Nullable Row before, TableShape.@Nullable Row after) {
        TableShape.Row row = after == null ? before : after;
        if (row != null) {
            long was = before == null ? FRESH : table.stamp(before);
            long key = KeyHash.of(table.shortName(), table.keyText(row));
            open.add(new Left(key, after == null ? deletionOf(was) : table.stamp(row), was));
        }
    }

    @Override
    public void unreadable(String table, String why) {
        unreadable = "the rows of table " + table + " cannot be read: " + why;
    }

    @Override
    public void ended(long high, long low, String tag, long number, long heartbeat) {
        if (open.isEmpty()) {
            return;
        }
        order++;
        for (Left row : open) {
            version(row.key, row.id, row.before, order, row.id < 0 ? 0 : 1);
        }
        transactionEnded();
        open.clear();
    }

    @Override
    public void version(long key, long id, long before, long place, long count) {
        lane.put(VERSION, key, id, before, place, count, null, null);
    }

    @Override
    public void transactionEnded() {
        if (lane.put(END, 0, 0, 0, 0, 0, null, null)) {
            onFull.run();
        }
    }
}
