// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the rows of stamped tables, as the run's own stream reads them: for each key that a transaction has changed, what
 * it has left there, and what was there before. In the reader's thread.
 */
public final class SnapshotRows implements TransactionWatch, RowChangeSink {

    /** A version of a row: with how many of the transaction's changes it was written. */
    static final int VERSION = 0;

    /** The transaction has ended. */
    static final int END = 1;

    /** There was no row before. */
    static final long FRESH = Long.MIN_VALUE;

    private static final int KEY = 0;
    private static final int LEFT = 1;
    private static final int BEFORE = 2;
    private static final int ROWS = 3;
    private static final int WORDS = 4;

    final HandoffBuffer lane = new HandoffBuffer();

    private final Map<String, SnapshotTable> tables = new HashMap<>();
    private final Runnable empty;
    private final RowCells cells = new RowCells();
    private final StringBuilder key = new StringBuilder();

    /** Where in {@code open} each key of the open transaction is, plus one. */
    private final LongPairMap places;

    private long[] open = new long[16 * WORDS];
    private int length;
    private long order;
    private volatile @Nullable String unreadable;

    SnapshotRows(List<SnapshotTable> tables, LedgerMemory memory, Runnable empty) {
        tables.forEach(table -> this.tables.put(table.logName(), table));
        places = new LongPairMap(memory);
        this.empty = empty;
    }

    /** The identity of what a deletion leaves: that of the row which it has deleted, turned. */
    static long deletionOf(long stamp) {
        return ~stamp;
    }

    /** Why rows could not be read, so that nothing can be said; {@code null} where all were. */
    @Nullable
    String unreadable() {
        return unreadable;
    }

    @Override
    public void begins() {
        for (int i = 0; i < length; i += WORDS) {
            places.remove(open[i + KEY]);
        }
        length = 0;
    }

    @Override
    public boolean wants(RowTable table) {
        return tables.containsKey(table.name());
    }

    @Override
    public int row(RowTable logged, RowKind kind, ByteBuffer buffer, int at, int end) {
        SnapshotTable table = tables.get(logged.name());
        int next = cells.read(logged, buffer, at, end);
        if (table == null || next < 0) {
            return -1;
        }
        if (!table.fits(logged)) {
            unreadable(logged.name(), "it has other columns there than at the server");
            return end;
        }
        long before = hash(table, buffer);
        long stampBefore = stamp(table, buffer);
        if (kind == RowKind.INSERT) {
            written(before, FRESH, stampBefore);
        } else if (kind == RowKind.DELETE) {
            deleted(before, stampBefore);
        } else {
            next = cells.read(logged, buffer, next, end);
            if (next < 0) {
                return -1;
            }
            long after = hash(table, buffer);
            if (after == before) {
                written(after, stampBefore, stamp(table, buffer));
            } else {
                deleted(before, stampBefore);
                written(after, FRESH, stamp(table, buffer));
            }
        }
        return next;
    }

    private long stamp(SnapshotTable table, ByteBuffer buffer) {
        return cells.isNull(table.stampColumn()) ? 0 : buffer.getLong(cells.start(table.stampColumn()));
    }

    private long hash(SnapshotTable table, ByteBuffer buffer) {
        key.setLength(0);
        table.appendKey(cells, buffer, key);
        return KeyOrder.hash(table.name(), key);
    }

    private void written(long hash, long before, long stamp) {
        int at = places.find(hash);
        if (at != LongPairMap.NONE) {
            int i = (int) places.first(at) - 1;
            open[i + LEFT] = stamp;
            open[i + ROWS]++;
        } else if (before != stamp) { // or somebody has left the stamp as it was
            add(hash, stamp, before, 1);
        }
    }

    private void deleted(long hash, long stamp) {
        int at = places.find(hash);
        if (at != LongPairMap.NONE) {
            open[(int) places.first(at) - 1 + LEFT] = deletionOf(stamp);
        } else {
            add(hash, deletionOf(stamp), stamp, 0);
        }
    }

    private void add(long hash, long left, long before, long rows) {
        if (length == open.length) {
            open = Arrays.copyOf(open, 2 * length);
        }
        open[length + KEY] = hash;
        open[length + LEFT] = left;
        open[length + BEFORE] = before;
        open[length + ROWS] = rows;
        if (!places.put(hash, length + 1L, 0)) {
            unreadable = "there is no memory for the rows of one transaction";
        }
        length += WORDS;
    }

    @Override
    public void unreadable(String table, String why) {
        unreadable = "the rows of table " + table + " cannot be read: " + why;
    }

    @Override
    public void ended(long high, long low, String tag, long number, long heartbeat) {
        if (length == 0) {
            return;
        }
        order++;
        for (int i = 0; i < length; i += WORDS) {
            lane.put(VERSION, open[i + KEY], open[i + LEFT], open[i + BEFORE], order, open[i + ROWS], null, null);
        }
        boolean isLong = lane.put(END, 0, 0, 0, 0, 0, null, null);
        begins();
        if (isLong) {
            empty.run();
        }
    }
}
