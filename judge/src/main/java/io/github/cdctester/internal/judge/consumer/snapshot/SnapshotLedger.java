// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.consumer.feed.RowVersions;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.consumer.snapshot.RowHistory.Version;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.ErrorCount;
import io.github.cdctester.result.Verdict.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges one consumer's snapshot together with its stream, row by row. The stream must report each version of a row in the log,
 * unless a snapshot row has this version or a later one. A version without either is lost. Callers hold the judge's lock.
 */
public final class SnapshotLedger implements RowVersions {

    /** Kinds of faults, as in {@code ConsumerResult.Snapshot}. */
    private enum FaultKind {
        MISSING,
        DOUBLED,
        STALE,
        UNCOMMITTED,
        REPEATED,
        DIFFERING
    }

    private record Report(RowEvent kind, long key, String name, long stamp) {

        String version() {
            return name + " " + RowLedger.name(stamp);
        }
    }

    private static final long WAITING_BYTES = 120;

    private final RowLedger transactions;
    private final @Nullable Stamps stampGenerator;
    private final LedgerMemory memory;
    private final Map<Long, RowHistory> rows = new HashMap<>();

    /** Reports that wait until the run's own stream has read their stamp. */
    private final Deque<Report> waiting = new ArrayDeque<>();

    /** Snapshot rows whose stamp was not known to be committed when they arrived. */
    private final List<Report> suspects = new ArrayList<>();

    /** The highest stamp of each writer in the log. The key is the writer number plus 1. */
    private final LongPairMap highest;

    private long openStamp = -1;
    private long firstStreamed = Long.MAX_VALUE;
    private long newestInSnapshot = -1;
    private boolean lastReportIsStream;

    private final Map<FaultKind, Incidents> faults = new EnumMap<>(FaultKind.class);
    private boolean full;
    private long shownRows;

    /** Number of snapshot rows reported during the load; -1 while the load continues. */
    private long rowsUnderLoad = -1;

    private long firstRowMicros;
    private long lastRowMicros;
    private long covered;

    /** Number of reported rows that existed before the run. */
    private long reportedOldRows;

    private long atServer;

    /** Number of the server's rows that the consumer has reported. */
    private long matchedRows;

    private boolean incremental;
    private boolean showsDeletions;
    private String firstReportedRow = "";

    public SnapshotLedger(RowLedger transactions, @Nullable Stamps stampGenerator, LedgerMemory memory) {
        this.transactions = transactions;
        this.stampGenerator = stampGenerator;
        this.memory = memory;
        highest = new LongPairMap(memory);
    }

    private RowHistory row(long key) {
        return rows.computeIfAbsent(key, any -> {
            full |= !memory.take(RowHistory.BYTES);
            return new RowHistory();
        });
    }

    private boolean isFromBeforeRun(long stamp) {
        return stamp == 0 || stampGenerator != null && stampGenerator.isOfAnotherRun(stamp);
    }

    /** Adds a version. An update by another client that leaves the stamp unchanged adds no version. */
    @Override
    public void addVersion(long key, long id, long previousId, long order, long count) {
        if (!full && (id < 0 || !isFromBeforeRun(id))) {
            openStamp = Math.max(openStamp, id);
            if (row(key).addChange(id, previousId, order, count)) {
                full |= !memory.take(RowHistory.VERSION_BYTES);
            }
        }
    }

    @Override
    public void transactionEnded() {
        if (openStamp >= 0) {
            full |= !highest.put(Stamps.writer(openStamp) + 1, openStamp, 0);
            openStamp = -1;
        }
        processWaiting(false);
    }

    /** Returns true if the stream has passed the log position at which this stamp would be. */
    private boolean isLogged(long stamp) {
        int slot = highest.find(Stamps.writer(stamp) + 1);
        return isFromBeforeRun(stamp) || slot != LongPairMap.NONE && highest.first(slot) >= stamp;
    }

    private void processWaiting(boolean force) {
        while (!waiting.isEmpty() && !full && (force || isLogged(waiting.element().stamp))) {
            process(waiting.remove());
            memory.give(WAITING_BYTES);
        }
    }

    public void addReport(RowEvent kind, String table, String key, long stamp, long micros) {
        if (kind == RowEvent.SNAPSHOT || kind == RowEvent.INCREMENTAL) {
            firstRowMicros = firstReportedRow.isEmpty() ? micros : firstRowMicros;
            lastRowMicros = micros;
            firstReportedRow = firstReportedRow.isEmpty() ? table + " " + key : firstReportedRow;
        }
        String name = table.substring(table.lastIndexOf('.') + 1);
        full |= !memory.take(WAITING_BYTES);
        if (!full) {
            waiting.add(new Report(kind, KeyHash.of(name, key), name + " " + key, stamp));
            processWaiting(false);
        }
    }

    private void process(Report report) {
        RowHistory row = row(report.key);
        boolean isOld = row.isUnseen() && row.existedBefore();
        lastReportIsStream = report.kind == RowEvent.WRITTEN || report.kind == RowEvent.DELETED;
        incremental |= report.kind == RowEvent.INCREMENTAL;
        switch (report.kind) {
            case SNAPSHOT, INCREMENTAL -> processSnapshotRow(report, row);
            case WRITTEN -> processWritten(report, row);
            case DELETED -> processDeleted(report, row);
        }
        reportedOldRows += isOld && !row.isUnseen() ? 1 : 0;
    }

    private void processSnapshotRow(Report report, RowHistory row) {
        shownRows++;
        settleDeletion(row);
        if (row.isInSnapshot()) {
            addFault(FaultKind.DOUBLED, report.name);
        }
        long order = orderOf(report, row);
        if (order < row.order()) {
            addFault(FaultKind.STALE, report.version());
        }
        cover(row, order);
        row.recordSnapshotRow(report.stamp, order);
    }

    /**
     * Returns the transaction ordinal of a snapshot row: 0 if its version is from before the run, -1 if its version was committed
     * but is no longer open. If the version is unchanged or not known to be committed, returns the row's last ordinal; in the
     * second case, the report becomes a suspect.
     */
    private long orderOf(Report report, RowHistory row) {
        Version version = row.find(report.stamp);
        if (version != null) {
            newestInSnapshot = Math.max(newestInSnapshot, version.order());
            return version.order();
        }
        if (isFromBeforeRun(report.stamp)) {
            return 0;
        }
        boolean isUnchanged = row.stamp() == report.stamp && !row.isDeleteReported();
        if (!isUnchanged && transactions.isCommitted(report.stamp)) {
            return -1;
        }
        if (!isUnchanged) {
            full |= !memory.take(WAITING_BYTES);
            suspects.add(report);
        }
        return row.order();
    }

    private void processWritten(Report report, RowHistory row) {
        if (isFromBeforeRun(report.stamp)) {
            return;
        }
        // a further change by the same transaction, such as an insert after a delete, is not a repetition
        boolean sameTransaction = row.hasStreamed(report.stamp);
        if (!sameTransaction) {
            settleDeletion(row);
        }
        Version version = row.find(report.stamp);
        if (version != null) {
            onFirstStreamed(row, version, version.existed());
            close(row, version);
        } else if (!sameTransaction
                && !row.isWrittenAndDeleted(report.stamp)
                && transactions.isCommitted(report.stamp)) {
            addFault(FaultKind.REPEATED, report.version());
        }
        row.recordStreamed(report.stamp, false);
    }

    /** Records a delete. The next report of the row settles it, because the same transaction may insert the row again. */
    private void processDeleted(Report report, RowHistory row) {
        showsDeletions = true;
        settleDeletion(row);
        onFirstStreamed(row, row.find(report.stamp), true);
        row.recordStreamed(report.stamp, true);
    }

    private void settleDeletion(RowHistory row) {
        Version deletion = row.deletion();
        if (deletion != null) {
            close(row, deletion);
        }
    }

    private void close(RowHistory row, Version version) {
        firstStreamed = Math.min(firstStreamed, version.order());
        row.close(version);
        memory.give(RowHistory.VERSION_BYTES);
    }

    /** Handles the stream's first report of a row. Changes up to the row's last delete need not be reported. */
    private void onFirstStreamed(RowHistory row, @Nullable Version version, boolean existed) {
        if (!row.isUnseen()) {
            return;
        }
        if (version != null) {
            cover(row, row.deletionBefore(version.order()));
        }
        row.setMissingSince(existed ? shownRows + 1 : 0);
    }

    private void cover(RowHistory row, long upTo) {
        for (Version version : row.cover(upTo)) {
            memory.give(RowHistory.VERSION_BYTES);
            covered++;
            if (version.writes() > 0) {
                transactions.recordCovered(version.stamp(), version.writes());
            }
        }
    }

    private void addFault(FaultKind kind, String name) {
        faults.merge(kind, Incidents.of(1, name), (existing, added) -> existing.plusFault(() -> name));
    }

    /**
     * Covers changes that need not be reported. These are changes of rows that were deleted before the stream began, and of rows
     * that the snapshot may lack. If the stream has not begun, deleted rows are covered only if {@code atEnd} is true.
     */
    void settle(boolean atEnd) {
        for (RowHistory row : rows.values()) {
            settleDeletion(row);
            if (row.isUnseen() && (atEnd || firstStreamed < Long.MAX_VALUE)) {
                cover(row, row.deletionBefore(atEnd ? Long.MAX_VALUE : firstStreamed));
            } else if (row.missingSince() > 0 && !isMissing(row)) {
                cover(row, incremental ? firstStreamed - 1 : row.deletedAt());
            }
        }
    }

    /**
     * Returns true if the snapshot must contain this row and lacks it, although the stream reported it. An incremental snapshot
     * may lack the row while further snapshot rows follow. A deleted row may be missing if the snapshot has a later version of
     * any row, or if the stream began before the snapshot.
     */
    private boolean isMissing(RowHistory row) {
        boolean isDeletedFirst = faults.containsKey(FaultKind.REPEATED) || row.deletedAt() < newestInSnapshot;
        boolean isExcused = incremental && row.missingSince() <= shownRows || row.deletedAt() > 0 && isDeletedFirst;
        return row.missingSince() > 0 && !isExcused;
    }

    void windowCloses() {
        rowsUnderLoad = shownRows;
    }

    /** Returns true if some rows from before the run were not reported yet. */
    boolean isAwaited(long initialRows) {
        return reportedOldRows < initialRows;
    }

    /** Settles all open reports. Call it after the last report. */
    void end() {
        processWaiting(true);
        settle(true);
    }

    void compareServerRow(String table, String key, long stamp) {
        if (full) {
            return;
        }
        String name = table + " " + key;
        atServer++;
        RowHistory row = row(KeyHash.of(table, key));
        row.setAtServer();
        if (row.isUnseen() ? row.existedBefore() : isMissing(row)) {
            addFault(FaultKind.MISSING, name);
        }
        if (row.isUnseen()) {
            return;
        }
        matchedRows++;
        if (row.isDeleteReported() || row.stamp() != stamp) {
            String reportedName = row.isDeleteReported() ? null : RowLedger.name(row.stamp());
            addFault(
                    FaultKind.DIFFERING,
                    Reason.ROW_DIFFERS.text("row", name, "shown", reportedName, "stamp", RowLedger.name(stamp)));
        }
    }

    /** Counts the faults that are known only after all rows of the server were compared. */
    void endComparison() {
        long deleted = rows.values().stream()
                .filter(row -> isMissing(row) && !row.isAtServer())
                .count();
        faults.merge(FaultKind.MISSING, Incidents.of(deleted, null), Incidents::plus);
        suspects.stream()
                .filter(suspect -> !transactions.isCommitted(suspect.stamp))
                .forEach(suspect -> addFault(FaultKind.UNCOMMITTED, suspect.version()));
    }

    /**
     * Returns the findings.
     *
     * @param compared whether the tables were read at the end
     * @param unreadable why rows of the log could not be read; {@code null} if all rows were read
     */
    SnapshotVerdict verdict(boolean compared, @Nullable String unreadable) {
        double seconds = (lastRowMicros - firstRowMicros) / 1e6;
        long surplus = rows.values().stream().filter(RowHistory::isSurplus).count();
        long lost = rows.values().stream()
                .flatMap(row -> row.open().stream())
                .filter(version -> showsDeletions || !version.isDeletion())
                .count();
        Snapshot result = new Snapshot(
                shownRows,
                compared ? (Long) atServer : null,
                seconds,
                seconds > 0 ? shownRows / seconds : 0,
                incremental,
                isConsistent(),
                covered,
                errorCount(FaultKind.MISSING),
                errorCount(FaultKind.DOUBLED),
                errorCount(FaultKind.STALE),
                errorCount(FaultKind.UNCOMMITTED),
                lost,
                errorCount(FaultKind.REPEATED),
                errorCount(FaultKind.DIFFERING),
                showsDeletions ? surplus : 0);
        return new SnapshotVerdict(
                result,
                full ? Reason.SNAPSHOT_TOO_LARGE.text() : unreadable,
                matchedRows == 0 ? firstReportedRow : null,
                shownRows > 0 && !incremental && lastReportIsStream,
                rowsUnderLoad < 0 ? 0 : shownRows - rowsUnderLoad,
                showsDeletions ? 0 : surplus);
    }

    private ErrorCount errorCount(FaultKind kind) {
        Incidents found = faults.getOrDefault(kind, Incidents.NONE);
        return new ErrorCount(found.count(), found.first());
    }

    /** Returns true if all snapshot rows are from one log position; {@code null} if unknown or not required. */
    private @Nullable Boolean isConsistent() {
        return incremental || newestInSnapshot < 0 || firstStreamed == Long.MAX_VALUE
                ? null
                : (Boolean) (newestInSnapshot < firstStreamed);
    }
}
