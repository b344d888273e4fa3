// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import org.jspecify.annotations.Nullable;

/**
 * The versions of rows that the log has, and that one consumer has neither shown nor stood for by a later one. A version is its stamp;
 * that of a deletion is {@link SnapshotRows#deletionOf}. Each knows the one before it.
 */
final class RowVersions {

    /** Is told of versions that need not be shown any more. */
    @FunctionalInterface
    interface Covered {
        void covered(long stamp, long rows);
    }

    /** Is shown the keys whose last version in the log is a deletion. */
    @FunctionalInterface
    interface Gone {
        void gone(long key, long id);
    }

    // behind a version's place in the log
    private static final int SHIFT = 20;
    private static final long DELETION = 1L << 19;
    private static final long ROWS = DELETION - 1;

    private final @Nullable Stamps numbers;
    private final LongPairMap versions;
    private final LongPairMap deleted;

    /** The highest stamp of each writer that the log has shown. */
    private final LongPairMap highest;

    private long openStamp = -1;
    private boolean full;

    RowVersions(@Nullable Stamps numbers, LedgerMemory memory) {
        this.numbers = numbers;
        versions = new LongPairMap(memory);
        deleted = new LongPairMap(memory);
        highest = new LongPairMap(memory);
    }

    private static long version(long key, long id) {
        long mixed = key ^ id * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
        mixed ^= mixed >>> 32;
        return mixed == 0 ? 1 : mixed;
    }

    /** Whether a stamp is of before the run. */
    boolean isBase(long stamp) {
        return stamp == 0 || numbers != null && numbers.isEarlier(stamp);
    }

    /** The log has a version; what is somebody else's is none. */
    void logged(long key, long id, long before, long order, long rows) {
        long previous = before;
        int gone = before == SnapshotRows.FRESH ? deleted.find(key) : LongPairMap.NONE;
        if (gone != LongPairMap.NONE) {
            previous = deleted.first(gone);
            deleted.removeAt(gone);
        }
        if (id < 0) {
            full |= !deleted.put(key, id, 0);
        } else if (isBase(id)) {
            return;
        } else {
            openStamp = Math.max(openStamp, id);
        }
        long what = order << SHIFT | (id < 0 ? DELETION : 0) | Math.min(rows, ROWS);
        full |= !versions.put(version(key, id), previous, what);
    }

    /** The log has all versions of a transaction. */
    void transactionLogged() {
        if (openStamp >= 0) {
            full |= !highest.put(Stamps.writer(openStamp) + 1, openStamp, 0);
            openStamp = -1;
        }
    }

    /** Whether the log has come so far that it has the version with a stamp, if that was committed. */
    boolean isLogged(long stamp) {
        int at = highest.find(Stamps.writer(stamp) + 1);
        return isBase(stamp) || at != LongPairMap.NONE && highest.first(at) >= stamp;
    }

    /** Where a version is, for the next calls; or {@link LongPairMap#NONE}. */
    int find(long key, long id) {
        return id == SnapshotRows.FRESH ? LongPairMap.NONE : versions.find(version(key, id));
    }

    long previous(int at) {
        return versions.first(at);
    }

    /** Its place in the log. */
    long order(int at) {
        return versions.second(at) >>> SHIFT;
    }

    void remove(int at) {
        versions.removeAt(at);
    }

    /** The deletion of a version was not shown after all. */
    void restore(long key, long stamp, long order) {
        full |= !versions.put(version(key, SnapshotRows.deletionOf(stamp)), stamp, order << SHIFT | DELETION);
    }

    /** Goes back from a version: those from before {@code below} need not be shown any more. */
    void cover(long key, long from, long below, Covered told) {
        long id = from;
        for (int at = find(key, id); at != LongPairMap.NONE; at = find(key, id)) {
            long previous = previous(at);
            long rows = versions.second(at) & ROWS;
            if (order(at) < below) {
                remove(at);
                told.covered(id < 0 ? SnapshotRows.deletionOf(id) : id, rows);
            }
            id = previous;
        }
    }

    /** Goes back from a version to what its row began as: below 0 if it was inserted since, maybe behind that deletion. */
    long origin(long key, long from) {
        long id = from;
        for (int at = find(key, id); id >= 0 && at != LongPairMap.NONE; at = find(key, id)) {
            id = previous(at);
        }
        return id;
    }

    void forEachGone(Gone told) {
        deleted.forEach((key, id, none) -> told.gone(key, id));
    }

    /** How many are left. */
    long left(boolean withDeletions) {
        long[] left = new long[1];
        versions.forEach((version, previous, what) -> left[0] += (what & DELETION) != 0 && !withDeletions ? 0 : 1);
        return left[0];
    }

    boolean isFull() {
        return full;
    }
}
