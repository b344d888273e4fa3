// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.consumer.RowHistory.Version;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's snapshot and its changes during and after it, by table and key. The stream must report each version of a row in the
 * log, unless a row of the snapshot covers it with this version or a later one. Other versions are lost. Callers hold the judge's
 * lock.
 */
final class SnapshotLedger {

    /** Kind of a report: a row of a snapshot, of an incremental one, an inserted or updated row, or a deleted one. */
    enum Shown {
        ROW,
        INCREMENTAL,
        WRITTEN,
        DELETED
    }

    /** A fault of a row of a snapshot, or of a change during it, like in {@code ConsumerResult.Snapshot}. */
    enum Wrong {
        MISSING,
        DOUBLED,
        STALE,
        UNCOMMITTED,
        REPEATED,
        DIFFERING
    }

    private record Report(Shown kind, long key, String name, long stamp) {

        String version() {
            return name + " " + RowLedger.name(stamp);
        }
    }

    private static final long WAITING_BYTES = 120;

    private final RowLedger transactions;
    private final @Nullable Stamps numbers;
    private final LedgerMemory memory;
    private final Map<Long, RowHistory> rows = new HashMap<>();

    /** Reports for which the run's own stream has not come far enough. */
    private final Deque<Report> waiting = new ArrayDeque<>();

    /** Rows whose stamps were not known to be committed when they came. */
    private final List<Report> suspects = new ArrayList<>();

    /** The highest stamp of each writer in the log, and the stamp of its transaction. */
    private final LongPairMap highest;

    private long openStamp = -1;
    private long firstStreamed = Long.MAX_VALUE;
    private long newestInSnapshot = -1;
    private boolean streamsBehind;

    final Map<Wrong, Incidents> faults = new EnumMap<>(Wrong.class);

    /** No memory was left. */
    boolean full;

    /** Rows of the snapshot, and versions that they stand for; rows of the run's beginning that were shown; rows of the server. */
    long shownRows;

    /** Rows that arrived during the load; below 0 while it runs. */
    long rowsUnderLoad = -1;

    long firstRowMicros;
    long lastRowMicros;

    long covered;
    long shownOld;
    long atServer;
    /** Rows of the server that it has. */
    long known;

    boolean incremental;
    boolean showsDeletions;
    String firstShown = "";

    SnapshotLedger(RowLedger transactions, @Nullable Stamps numbers, LedgerMemory memory) {
        this.transactions = transactions;
        this.numbers = numbers;
        this.memory = memory;
        highest = new LongPairMap(memory);
    }

    private RowHistory row(long key) {
        return rows.computeIfAbsent(key, any -> {
            full |= !memory.take(RowHistory.BYTES);
            return new RowHistory();
        });
    }

    /** Returns true if a stamp is of before the run. */
    private boolean isBase(long stamp) {
        return stamp == 0 || numbers != null && numbers.isOfAnotherRun(stamp);
    }

    /** Records a change of a row in the log; other clients' changes create no version. */
    void logged(long key, long id, long before, long order, long count) {
        if (!full && (id < 0 || !isBase(id))) {
            openStamp = Math.max(openStamp, id);
            if (row(key).logged(id, before, order, count)) {
                full |= !memory.take(RowHistory.VERSION_BYTES);
            }
        }
    }

    /** The log has all versions of a transaction. */
    void transactionLogged() {
        if (openStamp >= 0) {
            full |= !highest.put(Stamps.writer(openStamp) + 1, openStamp, 0);
            openStamp = -1;
        }
        takeWaiting(false);
    }

    /** Returns true if the log has come so far that it has the version with a stamp, if that was committed. */
    private boolean isLogged(long stamp) {
        int at = highest.find(Stamps.writer(stamp) + 1);
        return isBase(stamp) || at != LongPairMap.NONE && highest.first(at) >= stamp;
    }

    private void takeWaiting(boolean all) {
        while (!waiting.isEmpty() && !full && (all || isLogged(waiting.element().stamp))) {
            take(waiting.remove());
            memory.give(WAITING_BYTES);
        }
    }

    /** The consumer has shown something. */
    void shown(Shown kind, String table, String key, long stamp, long micros) {
        if (kind == Shown.ROW || kind == Shown.INCREMENTAL) {
            firstRowMicros = firstShown.isEmpty() ? micros : firstRowMicros;
            lastRowMicros = micros;
            firstShown = firstShown.isEmpty() ? table + " " + key : firstShown;
        }
        String name = table.substring(table.lastIndexOf('.') + 1);
        full |= !memory.take(WAITING_BYTES);
        if (!full) {
            waiting.add(new Report(kind, KeyOrder.hash(name, key), name + " " + key, stamp));
            takeWaiting(false);
        }
    }

    private void take(Report report) {
        RowHistory row = row(report.key);
        boolean isOld = row.isUnseen() && row.isOld();
        streamsBehind = report.kind == Shown.WRITTEN || report.kind == Shown.DELETED;
        incremental |= report.kind == Shown.INCREMENTAL;
        switch (report.kind) {
            case ROW, INCREMENTAL -> ofSnapshot(report, row);
            case WRITTEN -> written(report, row);
            case DELETED -> deleted(report, row);
        }
        shownOld += isOld && !row.isUnseen() ? 1 : 0;
    }

    private void ofSnapshot(Report report, RowHistory row) {
        shownRows++;
        settleDeletion(row);
        if (row.inSnapshot) {
            fault(Wrong.DOUBLED, report.name);
        }
        long order = placeOf(report, row);
        if (order < row.order) {
            fault(Wrong.STALE, report.version());
        }
        cover(row, order);
        row.ofSnapshot(report.stamp, order);
    }

    /**
     * Returns the place in the log where a row of the snapshot was written; 0 for before the run, -1 for before its reported part.
     */
    private long placeOf(Report report, RowHistory row) {
        Version version = row.find(report.stamp);
        if (version != null) {
            newestInSnapshot = Math.max(newestInSnapshot, version.order());
            return version.order();
        }
        if (isBase(report.stamp)) {
            return 0;
        }
        boolean same = row.stamp == report.stamp && !row.gone;
        if (!same && transactions.isCommitted(report.stamp)) {
            return -1;
        }
        if (!same) {
            full |= !memory.take(WAITING_BYTES);
            suspects.add(report);
        }
        return row.order;
    }

    private void written(Report report, RowHistory row) {
        if (isBase(report.stamp)) {
            return;
        }
        // of several changes of a transaction, such as a deletion and an insert, those behind the first one are none
        boolean more = row.stamp == report.stamp && row.streamed;
        if (!more) {
            settleDeletion(row);
        }
        Version version = row.find(report.stamp);
        if (version != null) {
            shownFirst(row, version, version.existed());
            streamed(row, version);
        } else if (!more && !row.isPassing(report.stamp) && transactions.isCommitted(report.stamp)) {
            fault(Wrong.REPEATED, report.version());
        }
        row.streamed(report.stamp, false);
    }

    /** Matches a deletion with the log when the next report of its row arrives: its transaction may insert the row again. */
    private void deleted(Report report, RowHistory row) {
        showsDeletions = true;
        settleDeletion(row);
        shownFirst(row, row.find(report.stamp), true);
        row.streamed(report.stamp, true);
    }

    private void settleDeletion(RowHistory row) {
        Version deletion = row.gone ? row.find(SnapshotRows.deletionOf(row.stamp)) : null;
        if (deletion != null) {
            row.deletedAt = row.deletedAt == 0 ? deletion.order() : row.deletedAt;
            streamed(row, deletion);
        }
    }

    private void streamed(RowHistory row, Version version) {
        firstStreamed = Math.min(firstStreamed, version.order());
        row.take(version);
        memory.give(RowHistory.VERSION_BYTES);
    }

    /** Handles a row that the stream reported and the snapshot did not: changes up to its last deletion need not be reported. */
    private void shownFirst(RowHistory row, @Nullable Version version, boolean existed) {
        if (!row.isUnseen()) {
            return;
        }
        if (version != null) {
            cover(row, row.deletionBefore(version.order()));
        }
        row.lackedAt = existed ? shownRows + 1 : 0;
    }

    private void cover(RowHistory row, long upTo) {
        for (Version version : row.cover(upTo)) {
            memory.give(RowHistory.VERSION_BYTES);
            covered++;
            if (version.rows() > 0) {
                transactions.covered(version.stamp(), version.rows());
            }
        }
    }

    private void fault(Wrong kind, String name) {
        faults.merge(kind, Incidents.of(1, name), (before, one) -> before.and(() -> name));
    }

    /**
     * After the load: covers changes that the snapshot could not contain, because the stream begins after it. Before the stream has
     * begun, only if {@code atEnd}.
     */
    void settle(boolean atEnd) {
        for (RowHistory row : rows.values()) {
            settleDeletion(row);
            if (row.isUnseen() && (atEnd || firstStreamed < Long.MAX_VALUE)) {
                cover(row, row.deletionBefore(atEnd ? Long.MAX_VALUE : firstStreamed));
            } else if (row.lackedAt > 0 && !isMissing(row)) {
                cover(row, incremental ? firstStreamed - 1 : row.deletedAt);
            }
        }
    }

    /**
     * Returns true if a row that the stream reported first should have been in the snapshot. False during an incremental one, after
     * a deletion before another row of the snapshot was written, or if the stream begins before the snapshot.
     */
    private boolean isMissing(RowHistory row) {
        boolean isEarly = faults.containsKey(Wrong.REPEATED) || row.deletedAt < newestInSnapshot;
        boolean isExcused = incremental && row.lackedAt <= shownRows || row.deletedAt > 0 && isEarly;
        return row.lackedAt > 0 && !isExcused;
    }

    /** Returns true if it reports changes after its snapshot, which has therefore ended. */
    boolean isOver() {
        return shownRows > 0 && !incremental && streamsBehind;
    }

    /** Nothing more comes, and the tables are read. */
    void end() {
        takeWaiting(true);
        settle(true);
    }

    /** A row that the server has at the end. */
    void atServer(String table, String key, long stamp) {
        if (full) {
            return;
        }
        String name = table + " " + key;
        atServer++;
        RowHistory row = row(KeyOrder.hash(table, key));
        row.atServer = true;
        if (row.isUnseen() ? row.isOld() : isMissing(row)) {
            fault(Wrong.MISSING, name);
        }
        if (row.isUnseen()) {
            return;
        }
        known++;
        if (row.gone || row.stamp != stamp) {
            String shown = row.gone ? "deleted" : RowLedger.name(row.stamp);
            fault(Wrong.DIFFERING, name + ": " + shown + ", the server has " + RowLedger.name(stamp));
        }
    }

    /** All rows of the server were shown. */
    void compared() {
        for (RowHistory row : rows.values()) {
            if (isMissing(row) && !row.atServer) { // deleted by now
                faults.merge(Wrong.MISSING, Incidents.of(1, null), Incidents::plus);
            }
        }
        for (Report suspect : suspects) {
            if (!transactions.isCommitted(suspect.stamp)) {
                fault(Wrong.UNCOMMITTED, suspect.version());
            }
        }
    }

    /** Rows that it has and the server has no more. */
    long surplus() {
        return rows.values().stream()
                .filter(row -> !row.atServer && !row.gone && !row.isUnseen())
                .count();
    }

    /** Versions that neither snapshot nor stream have shown. */
    long lostChanges() {
        return rows.values().stream()
                .flatMap(row -> row.open().stream())
                .filter(version -> showsDeletions || !version.isDeletion())
                .count();
    }

    /** Returns whether all rows are from one moment of the log; {@code null} if that is not expected, or unknown. */
    @Nullable
    Boolean isConsistent() {
        return incremental || newestInSnapshot < 0 || firstStreamed == Long.MAX_VALUE
                ? null
                : (Boolean) (newestInSnapshot < firstStreamed);
    }
}
