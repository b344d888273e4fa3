// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.consumer.feed.RowVersions;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.reference.KeyHash;
import io.github.cdctester.internal.judge.consumer.snapshot.LoggedReports.Report;
import io.github.cdctester.internal.judge.consumer.snapshot.RowHistory.Version;
import io.github.cdctester.internal.judge.consumer.snapshot.SnapshotCounts.FaultKind;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges one consumer's snapshot together with its stream, row by row. The stream must report each version of a row, unless a
 * snapshot row has this version or a later one. A version in neither is lost. Callers hold the judge's lock.
 */
public final class SnapshotLedger implements RowVersions {

    private static final int MAX_NAMES = 10_000;

    private final RowLedger transactions;
    private final SnapshotMemory memory;
    private final LoggedReports reports;
    private final SnapshotCounts counts = new SnapshotCounts();
    private final Map<Long, RowHistory> rows = new HashMap<>();

    /** Snapshot rows whose stamp was not known to be committed when they arrived. */
    private final List<Report> suspects = new ArrayList<>();

    /** Names, by key, of snapshot rows that may be surplus. Rows that existed before the run are named up to a limit of their own. */
    private final Map<Long, String> names = new LinkedHashMap<>();

    private long firstStreamed = Long.MAX_VALUE;
    private long newestInSnapshot = -1;

    /**
     * Ordinal of the last snapshot row that has the version that the stream reported before; 0 if there is none. The snapshot was
     * still being read after the stream had reported this version.
     */
    private long lastStreamedRow;

    public SnapshotLedger(RowLedger transactions, @Nullable Stamps stampGenerator, LedgerMemory ledgerMemory) {
        this.transactions = transactions;
        transactions.tables().keepAll();
        memory = new SnapshotMemory(ledgerMemory);
        reports = new LoggedReports(stampGenerator, memory, this::process);
    }

    private RowHistory row(long key) {
        return rows.computeIfAbsent(key, any -> {
            memory.take(RowHistory.BYTES);
            return new RowHistory();
        });
    }

    /** An update by another client that leaves the stamp unchanged adds no version. */
    @Override
    public void addVersion(long key, long id, long previousId, long order, long count) {
        if (!memory.isFull() && (id < 0 || !reports.isFromBeforeRun(id))) {
            reports.addLogged(id);
            if (row(key).addChange(id, previousId, order, count)) {
                memory.take(RowHistory.VERSION_BYTES);
            }
        }
    }

    @Override
    public void transactionEnded() {
        reports.transactionEnded();
    }

    public void addReport(RowEvent event, String table, String key, long stamp, long micros) {
        if (event == RowEvent.SNAPSHOT || event == RowEvent.INCREMENTAL) {
            counts.recordArrival(table, key, micros);
        }
        String name = table.substring(table.lastIndexOf('.') + 1);
        reports.add(new Report(event, KeyHash.of(name, key), name + " " + key, stamp));
    }

    private void process(Report report) {
        RowHistory row = row(report.key());
        boolean isOld = row.isUnseen() && row.existedBefore();
        counts.addReport(report.event());
        switch (report.event()) {
            case SNAPSHOT, INCREMENTAL -> processSnapshotRow(report, row);
            case WRITTEN -> processWritten(report, row);
            case DELETED -> processDeleted(report, row);
        }
        if (isOld && !row.isUnseen()) {
            counts.addOldRow();
        }
    }

    private void processSnapshotRow(Report report, RowHistory row) {
        settleDeletion(row);
        if (row.isInSnapshot()) {
            counts.addFault(FaultKind.DOUBLED, report.name());
        }
        long order = orderOf(report, row);
        if (row.isUnseen() && order <= 0 && names.size() < (order < 0 ? 2 * MAX_NAMES : MAX_NAMES)) {
            names.put(report.key(), report.name());
        }
        if (order < row.order()) {
            counts.addFault(FaultKind.STALE, report.version());
        }
        cover(row, order);
        row.recordSnapshotRow(report.stamp(), order);
    }

    /**
     * Returns the transaction ordinal of a snapshot row: 0 for a version from before the run, -1 for a committed version that is
     * no longer open. For an unchanged or possibly uncommitted version, returns the row's last ordinal. A possibly uncommitted
     * version also becomes a suspect.
     */
    private long orderOf(Report report, RowHistory row) {
        Version version = row.find(report.stamp());
        if (version != null) {
            newestInSnapshot = Math.max(newestInSnapshot, version.order());
            return version.order();
        }
        if (reports.isFromBeforeRun(report.stamp())) {
            return 0;
        }
        boolean isUnchanged = row.stamp() == report.stamp() && !row.isDeleteReported();
        if (!isUnchanged && transactions.isCommitted(report.stamp())) {
            return -1;
        }
        if (!isUnchanged) {
            memory.take(LoggedReports.REPORT_BYTES);
            suspects.add(report);
        } else if (row.hasStreamed(report.stamp())) {
            lastStreamedRow = counts.processedRows();
        }
        return row.order();
    }

    private void processWritten(Report report, RowHistory row) {
        if (reports.isFromBeforeRun(report.stamp())) {
            return;
        }
        // a further change by the same transaction, such as an insert after a delete, is not a repetition
        boolean isSameTransaction = row.hasStreamed(report.stamp());
        if (!isSameTransaction) {
            settleDeletion(row);
        }
        Version version = row.find(report.stamp());
        if (version != null) {
            onFirstStreamed(row, version, version.existed());
            close(row, version);
        } else if (!isSameTransaction
                && !row.isWrittenAndDeleted(report.stamp())
                && transactions.isCommitted(report.stamp())) {
            counts.addFault(FaultKind.REPEATED, report.version());
        }
        row.recordStreamed(report.stamp(), false);
    }

    /** The next report of the row settles a delete, because the same transaction may insert the row again. */
    private void processDeleted(Report report, RowHistory row) {
        settleDeletion(row);
        onFirstStreamed(row, row.find(report.stamp()), true);
        row.recordStreamed(report.stamp(), true);
        row.setRowsBeforeDelete(counts.processedRows());
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

    /** Changes up to the row's last delete before {@code version} need not be reported. */
    private void onFirstStreamed(RowHistory row, @Nullable Version version, boolean existed) {
        if (!row.isUnseen()) {
            return;
        }
        if (version != null) {
            cover(row, row.deletionBefore(version.order()));
        }
        row.setMissingSince(existed ? counts.processedRows() + 1 : 0);
    }

    private void cover(RowHistory row, long upTo) {
        for (Version version : row.cover(upTo)) {
            memory.give(RowHistory.VERSION_BYTES);
            counts.addCovered();
            if (version.writes() > 0) {
                transactions.recordCovered(version.stamp(), version.writes());
            }
        }
    }

    /**
     * Covers changes that need not be reported: of rows deleted before the stream began, and of rows that the snapshot may lack.
     * If the stream has not begun, deleted rows are covered only if {@code atEnd} is true.
     */
    void settle(boolean atEnd) {
        for (RowHistory row : rows.values()) {
            settleDeletion(row);
            if (row.isUnseen() && (atEnd || firstStreamed < Long.MAX_VALUE)) {
                cover(row, row.deletionBefore(atEnd ? Long.MAX_VALUE : firstStreamed));
            } else if (row.missingSince() > 0 && !isMissing(row)) {
                cover(row, counts.isIncremental() ? firstStreamed - 1 : row.deletedAt());
            }
        }
    }

    /**
     * Returns true if the snapshot must contain this row and lacks it, although the stream reported it. An incremental snapshot
     * may lack the row while further snapshot rows follow. A deleted row may be missing if the snapshot has a later version of
     * any row. It may also be missing if its delete was reported before a snapshot row that repeats the stream.
     */
    private boolean isMissing(RowHistory row) {
        boolean isDeletedFirst = row.rowsBeforeDelete() < lastStreamedRow
                || counts.hasFault(FaultKind.REPEATED)
                || row.deletedAt() < newestInSnapshot;
        boolean isExcused = counts.isIncremental() && row.missingSince() <= counts.processedRows()
                || row.deletedAt() > 0 && isDeletedFirst;
        return row.missingSince() > 0 && !isExcused;
    }

    SnapshotCounts counts() {
        return counts;
    }

    /** Call it after the last report. */
    void end() {
        reports.process(true);
        settle(true);
    }

    void compareServerRow(String table, String key, long stamp) {
        if (memory.isFull()) {
            return;
        }
        String name = table + " " + key;
        RowHistory row = row(KeyHash.of(table, key));
        row.setAtServer();
        counts.addServerRow(!row.isUnseen());
        if (row.isUnseen() ? row.existedBefore() : isMissing(row)) {
            counts.addFault(FaultKind.MISSING, name);
        }
        if (row.isUnseen()) {
            return;
        }
        if (row.isDeleteReported() || row.stamp() != stamp) {
            String reportedName = row.isDeleteReported() ? null : RowLedger.name(row.stamp());
            counts.addFault(
                    FaultKind.DIFFERING,
                    Reason.ROW_DIFFERS.text("row", name, "shown", reportedName, "stamp", RowLedger.name(stamp)));
        }
    }

    void endComparison() {
        long deleted = rows.values().stream()
                .filter(row -> isMissing(row) && !row.isAtServer())
                .count();
        counts.addFaults(FaultKind.MISSING, deleted);
        suspects.stream()
                .filter(suspect -> !transactions.isCommitted(suspect.stamp()))
                .forEach(suspect -> counts.addFault(FaultKind.UNCOMMITTED, suspect.version()));
    }

    /** {@code unreadable} states why rows of the log could not be read; {@code null} if all rows were read. */
    SnapshotVerdict verdict(boolean compared, @Nullable String unreadable) {
        long surplus = rows.values().stream().filter(RowHistory::isSurplus).count();
        String firstSurplus = surplus == 0
                ? null
                : names.entrySet().stream()
                        .filter(name -> row(name.getKey()).isSurplus())
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
        long lost = rows.values().stream()
                .flatMap(row -> row.open().stream())
                .filter(version -> counts.reportsDeletes() || !version.isDeletion())
                .count();
        String reason = memory.isFull() ? Reason.SNAPSHOT_TOO_LARGE.text() : unreadable;
        return counts.verdict(compared, isConsistent(), lost, Incidents.of(surplus, firstSurplus), reason);
    }

    /** Returns {@code null} if unknown or not required. */
    private @Nullable Boolean isConsistent() {
        return counts.isIncremental() || newestInSnapshot < 0 || firstStreamed == Long.MAX_VALUE
                ? null
                : (Boolean) (newestInSnapshot < firstStreamed);
    }
}
