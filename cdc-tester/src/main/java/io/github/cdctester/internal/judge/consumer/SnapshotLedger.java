// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's snapshot and what it has streamed beside and behind it, by table and key. Each version that the log has of a row is to
 * be shown by the stream, or covered by a row of the snapshot that shows this version or a later one: then its transaction need not
 * show it any more. What is neither is lost. A version is its stamp; that of a deletion is {@link SnapshotRows#deletionOf}. Takes 48
 * to 96 bytes for each row of the tables, and as many for each version that is not shown yet. Callers hold the judge's lock.
 */
final class SnapshotLedger {

    /** What a consumer shows: a row of a snapshot, of an incremental one, a row that was inserted or updated, or deleted. */
    enum Shown {
        ROW,
        INCREMENTAL,
        WRITTEN,
        DELETED
    }

    /** A report for which the run's own stream has not come far enough. */
    private record Waiting(Shown kind, long key, String name, long stamp) {

        boolean isDue(RowVersions versions) {
            return kind == Shown.DELETED || versions.isLogged(stamp);
        }
    }

    private static final long WAITING_BYTES = 120;
    private static final int MOST_SUSPECTS = 10_000;

    private final RowLedger rows;
    private final LedgerMemory memory;
    private final ConsumerRows keys;
    private final RowVersions versions;

    /** Keys that the stream has shown first, though they were there before: in which report, and what was there before. */
    private final LongPairMap streamedFirst;

    /** Those of them that the stream has shown to be deleted: where in the log, and what was there before. */
    private final LongPairMap deletedFirst;

    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** Rows whose stamps were not known to be committed when they came. */
    private final List<Waiting> suspects = new ArrayList<>();

    private long reports;
    private long firstStreamed = Long.MAX_VALUE;
    private long newestInSnapshot = -1;
    private long lastRowReport;
    private long lastStreamReport;
    private long firstRowMicros;
    private long lastRowMicros;
    private boolean full;

    /** Rows of the snapshot, versions that they stand for, rows of the server, and those of them that the consumer has. */
    long shownRows;

    long covered;
    long atServer;
    long known;
    long surplus;
    boolean incremental;
    boolean showsDeletions;
    String firstShown = "";
    String firstAtServer = "";
    Incidents missing = Incidents.NONE;
    Incidents doubled = Incidents.NONE;
    Incidents stale = Incidents.NONE;
    Incidents uncommitted = Incidents.NONE;
    Incidents repeated = Incidents.NONE;
    Incidents differing = Incidents.NONE;

    SnapshotLedger(RowLedger rows, @Nullable Stamps numbers, LedgerMemory memory) {
        this.rows = rows;
        this.memory = memory;
        keys = new ConsumerRows(memory);
        versions = new RowVersions(numbers, memory);
        streamedFirst = new LongPairMap(memory);
        deletedFirst = new LongPairMap(memory);
    }

    /** The log has a version. */
    void logged(long key, long id, long before, long order, long count) {
        versions.logged(key, id, before, order, count);
        int state = id < 0 ? keys.find(key) : LongPairMap.NONE;
        int at = keys.has(state, ConsumerRows.GONE) && keys.shows(state, SnapshotRows.deletionOf(id))
                ? versions.find(key, id)
                : LongPairMap.NONE;
        if (at != LongPairMap.NONE) { // the consumer was faster
            versions.remove(at);
            keys.put(key, id, Math.max(order, keys.orderOf(state)), keys.flags(state));
            deletedFirst(key, order);
        }
    }

    /** The log has all versions of a transaction. */
    void transactionLogged() {
        versions.transactionLogged();
        while (!waiting.isEmpty() && waiting.element().isDue(versions)) {
            Waiting next = waiting.remove();
            memory.give(WAITING_BYTES);
            take(next);
        }
    }

    /** The consumer has shown something. */
    void shown(Shown kind, String table, String key, long stamp, long micros) {
        if (kind == Shown.ROW || kind == Shown.INCREMENTAL) {
            firstRowMicros = shownRows == 0 ? micros : firstRowMicros;
            lastRowMicros = micros;
            firstShown = shownRows == 0 ? table + " " + key : firstShown;
            shownRows++;
        }
        String name = table.substring(table.lastIndexOf('.') + 1);
        Waiting report = new Waiting(kind, KeyOrder.hash(name, key), name + " " + key, stamp);
        if (waiting.isEmpty() && report.isDue(versions)) {
            take(report);
        } else if (memory.take(WAITING_BYTES)) {
            waiting.add(report);
        } else {
            full = true;
        }
    }

    private void take(Waiting report) {
        reports++;
        switch (report.kind) {
            case ROW -> row(report);
            case INCREMENTAL -> {
                incremental = true;
                row(report);
            }
            case WRITTEN -> written(report);
            case DELETED -> deleted(report);
        }
    }

    private void row(Waiting report) {
        lastRowReport = reports;
        int state = keys.find(report.key);
        long latest = keys.orderOf(state);
        if (keys.has(state, ConsumerRows.IN_SNAPSHOT)) {
            doubled = doubled.and(report::name);
        }
        long order = versions.isBase(report.stamp) ? 0 : orderOfRow(report, state, latest);
        if (order < latest) {
            stale = stale.and(() -> report.name + " " + RowLedger.name(report.stamp));
        }
        int first = streamedFirst.find(report.key);
        if (first != LongPairMap.NONE) {
            cover(report.key, streamedFirst.second(first), firstStreamed);
            streamedFirst.removeAt(first);
        }
        keys.put(report.key, report.stamp, Math.max(order, latest), ConsumerRows.IN_SNAPSHOT);
    }

    private long orderOfRow(Waiting report, int state, long latest) {
        int at = versions.find(report.key, report.stamp);
        if (at != LongPairMap.NONE) {
            long order = versions.order(at);
            newestInSnapshot = Math.max(newestInSnapshot, order);
            cover(report.key, report.stamp, Long.MAX_VALUE);
            return order;
        }
        boolean same = keys.shows(state, report.stamp) && !keys.has(state, ConsumerRows.GONE);
        if (!same && rows.isCommitted(report.stamp)) {
            return -1; // one that was shown, or covered, before
        }
        if (!same && suspects.size() < MOST_SUSPECTS) {
            suspects.add(report);
        }
        return latest;
    }

    private void cover(long key, long from, long below) {
        versions.cover(key, from, below, (stamp, count) -> {
            covered++;
            if (count > 0) {
                rows.covered(stamp, count);
            }
        });
    }

    private void written(Waiting report) {
        if (versions.isBase(report.stamp)) {
            return;
        }
        lastStreamReport = reports;
        int state = keys.find(report.key);
        int at = versions.find(report.key, report.stamp);
        if (at == LongPairMap.NONE) {
            again(report, state);
        } else {
            streamed(report, report.stamp, at, state, ConsumerRows.FROM_STREAM);
        }
    }

    private void streamed(Waiting report, long id, int at, int state, long flags) {
        long previous = versions.previous(at);
        long order = versions.order(at);
        versions.remove(at);
        firstStreamed = Math.min(firstStreamed, order);
        if (state == LongPairMap.NONE && previous != SnapshotRows.FRESH) {
            if (previous < 0) {
                cover(report.key, previous, Long.MAX_VALUE); // it was not there when the snapshot was made
            } else {
                full |= !streamedFirst.put(report.key, reports, previous);
            }
        }
        keys.put(
                report.key,
                id,
                Math.max(order, keys.orderOf(state)),
                keys.flags(state) & ConsumerRows.IN_SNAPSHOT | flags);
        if ((flags & ConsumerRows.GONE) != 0) {
            deletedFirst(report.key, order);
        }
    }

    private void deletedFirst(long key, long order) {
        int first = streamedFirst.find(key);
        if (first != LongPairMap.NONE) {
            full |= !deletedFirst.put(key, order, streamedFirst.second(first));
        }
    }

    /**
     * Whether a row that was deleted need not have been in the snapshot, though the stream shows it first: it was deleted before another
     * row of the snapshot was written, or the stream begins before the snapshot.
     */
    private boolean isExcused(long key) {
        int at = deletedFirst.find(key);
        return at != LongPairMap.NONE && (repeated.count() > 0 || deletedFirst.first(at) < newestInSnapshot);
    }

    /** A version that was shown, or covered, before; of several changes of a transaction the second one is none. */
    private void again(Waiting report, int state) {
        if (keys.shows(state, SnapshotRows.deletionOf(report.stamp))) {
            // what was deleted was inserted again by the same transaction: the deletion behind it is yet to come
            versions.restore(report.key, report.stamp, keys.orderOf(state));
        } else if (!(keys.shows(state, report.stamp) && keys.has(state, ConsumerRows.FROM_STREAM))
                && rows.isCommitted(report.stamp)) {
            repeated = repeated.and(() -> report.name + " " + RowLedger.name(report.stamp));
        }
        keys.put(
                report.key,
                report.stamp,
                keys.orderOf(state),
                keys.flags(state) & ConsumerRows.IN_SNAPSHOT | ConsumerRows.FROM_STREAM);
    }

    private void deleted(Waiting report) {
        showsDeletions = true;
        lastStreamReport = reports;
        long id = SnapshotRows.deletionOf(report.stamp);
        int state = keys.find(report.key);
        int at = versions.find(report.key, id);
        if (at != LongPairMap.NONE) {
            streamed(report, id, at, state, ConsumerRows.FROM_STREAM | ConsumerRows.GONE);
        } else {
            full |= state == LongPairMap.NONE && !streamedFirst.put(report.key, reports, report.stamp);
            keys.put(
                    report.key,
                    report.stamp,
                    keys.orderOf(state),
                    keys.flags(state) | ConsumerRows.FROM_STREAM | ConsumerRows.GONE); // until it is inserted again
        }
    }

    /**
     * Nobody writes any more: covers what the snapshot could not show, as the stream begins behind it: rows that were deleted before,
     * and rows that an incremental snapshot has left to the stream. While the stream has not begun, only if {@code atEnd}.
     */
    void settle(boolean atEnd) {
        if (firstStreamed == Long.MAX_VALUE && !atEnd) {
            return;
        }
        versions.forEachGone((key, id) -> {
            int at = versions.find(key, id);
            boolean isCovered = at != LongPairMap.NONE && (atEnd || versions.order(at) < firstStreamed);
            if (isCovered && keys.find(key) == LongPairMap.NONE) {
                cover(key, id, Long.MAX_VALUE);
            }
        });
        deletedFirst.forEach((key, order, previous) -> {
            if (isExcused(key)) {
                cover(key, previous, Long.MAX_VALUE);
            }
        });
        streamedFirst.forEach((key, report, previous) -> {
            long origin = versions.origin(key, previous);
            if (origin < 0) {
                cover(key, origin, Long.MAX_VALUE);
            }
            if (incremental && report < lastRowReport) {
                cover(key, previous, firstStreamed);
            }
        });
    }

    /** How many rows it has of the tables. */
    long present() {
        return keys.size();
    }

    /** Whether it streams what comes behind its snapshot, and so has ended that. */
    boolean isOver() {
        return shownRows > 0 && !incremental && lastStreamReport > lastRowReport;
    }

    /** Nothing more comes, and the tables are read. */
    void end() {
        while (!waiting.isEmpty()) {
            take(waiting.remove());
            memory.give(WAITING_BYTES);
        }
        settle(true);
    }

    /** A row that the server has at the end. */
    void atServer(String table, String key, long stamp) {
        firstAtServer = atServer == 0 ? table + " " + key : firstAtServer;
        atServer++;
        long hash = KeyOrder.hash(table, key);
        int state = keys.find(hash);
        if (state == LongPairMap.NONE) {
            long origin = versions.origin(hash, stamp);
            if (origin >= 0) {
                missing = missing.and(() -> table + " " + key);
            } else { // the change is lost that has made it
                cover(hash, origin, Long.MAX_VALUE);
            }
            return;
        }
        known++;
        if (lacksRow(hash)) {
            missing = missing.and(() -> table + " " + key);
        }
        if (keys.has(state, ConsumerRows.GONE) || !keys.shows(state, stamp)) {
            boolean gone = keys.has(state, ConsumerRows.GONE);
            long shows = keys.id(state);
            differing = differing.and(() -> table + " " + key + ": " + (gone ? "deleted" : RowLedger.name(shows))
                    + ", the server has " + RowLedger.name(stamp));
        }
        keys.put(hash, keys.id(state), keys.orderOf(state), keys.flags(state) | ConsumerRows.AT_SERVER);
    }

    /** Whether a row was not in the snapshot that should have been, as the stream shows it first. */
    private boolean lacksRow(long key) {
        int first = streamedFirst.find(key);
        return first != LongPairMap.NONE
                && !(incremental && streamedFirst.first(first) < lastRowReport)
                && !isExcused(key);
    }

    /** All rows of the server were shown. */
    void compared() {
        surplus = keys.surplus();
        long[] gone = new long[1]; // deleted by now
        streamedFirst.forEach((key, report, previous) ->
                gone[0] += lacksRow(key) && !keys.has(keys.find(key), ConsumerRows.AT_SERVER) ? 1 : 0);
        missing = missing.plus(Incidents.of(gone[0], null));
        for (Waiting suspect : suspects) {
            if (!rows.isCommitted(suspect.stamp)) {
                uncommitted = uncommitted.and(() -> suspect.name + " " + RowLedger.name(suspect.stamp));
            }
        }
    }

    /** Versions that neither snapshot nor stream have shown. */
    long lostChanges() {
        return versions.left(showsDeletions);
    }

    /** Whether all rows are of one moment of the log; {@code null} where that is not to be expected, or not known. */
    @Nullable
    Boolean isConsistent() {
        return incremental || newestInSnapshot < 0 || firstStreamed == Long.MAX_VALUE
                ? null
                : (Boolean) (newestInSnapshot < firstStreamed);
    }

    double seconds() {
        return (lastRowMicros - firstRowMicros) / 1e6;
    }

    boolean isFull() {
        return full || keys.isFull() || versions.isFull();
    }
}
