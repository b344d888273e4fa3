// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.ErrorCount;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counts of reports and faults of one consumer's snapshot. */
final class SnapshotCounts {

    /** Named as in {@code ConsumerResult.Snapshot}. */
    enum FaultKind {
        MISSING,
        DOUBLED,
        STALE,
        UNCOMMITTED,
        REPEATED,
        DIFFERING
    }

    private final Map<FaultKind, Incidents> faults = new EnumMap<>(FaultKind.class);
    private long processedRows;

    /** Rows processed until the end of the load; -1 during the load. */
    private long rowsUnderLoad = -1;

    private String firstReportedRow = "";
    private long firstRowMicros;
    private long lastRowMicros;
    private long covered;

    private long reportedOldRows;

    private long atServer;

    private long matchedRows;

    private boolean incremental;
    private boolean reportsDeletes;
    private boolean lastReportIsStream;

    /** The row is counted later, when it is processed. */
    void recordArrival(String table, String key, long micros) {
        if (firstReportedRow.isEmpty()) {
            firstReportedRow = table + " " + key;
            firstRowMicros = micros;
        }
        lastRowMicros = micros;
    }

    void addReport(RowEvent event) {
        lastReportIsStream = event == RowEvent.WRITTEN || event == RowEvent.DELETED;
        processedRows += lastReportIsStream ? 0 : 1;
        incremental |= event == RowEvent.INCREMENTAL;
        reportsDeletes |= event == RowEvent.DELETED;
    }

    void addOldRow() {
        reportedOldRows++;
    }

    void addCovered() {
        covered++;
    }

    void addServerRow(boolean isReported) {
        atServer++;
        matchedRows += isReported ? 1 : 0;
    }

    void addFault(FaultKind kind, String name) {
        faults.merge(kind, Incidents.of(1, name), (existing, added) -> existing.plusFault(() -> name));
    }

    void addFaults(FaultKind kind, long count) {
        faults.merge(kind, Incidents.of(count, null), Incidents::plus);
    }

    boolean hasFault(FaultKind kind) {
        return faults.containsKey(kind);
    }

    long processedRows() {
        return processedRows;
    }

    boolean isIncremental() {
        return incremental;
    }

    boolean reportsDeletes() {
        return reportsDeletes;
    }

    void windowCloses() {
        rowsUnderLoad = processedRows;
    }

    boolean isAwaited(long initialRows) {
        return reportedOldRows < initialRows;
    }

    /**
     * @param consistent true if all snapshot rows are from one log position; {@code null} if unknown or not required
     * @param lost versions that neither the snapshot nor the stream contains
     * @param surplus the consumer's rows that the server does not have
     * @param unreadable why the rows of the log are unknown; {@code null} if they are known
     */
    SnapshotVerdict verdict(
            boolean compared, @Nullable Boolean consistent, long lost, Incidents surplus, @Nullable String unreadable) {
        double seconds = Math.max(0, lastRowMicros - firstRowMicros) / 1e6; // the clock may have been set back
        Snapshot result = new Snapshot(
                processedRows,
                compared ? (Long) atServer : null,
                seconds,
                seconds > 0 ? (Double) (processedRows / seconds) : null,
                incremental,
                consistent,
                covered,
                errorCount(FaultKind.MISSING),
                errorCount(FaultKind.DOUBLED),
                errorCount(FaultKind.STALE),
                errorCount(FaultKind.UNCOMMITTED),
                lost,
                errorCount(FaultKind.REPEATED),
                errorCount(FaultKind.DIFFERING),
                reportsDeletes ? surplus.count() : 0);
        return new SnapshotVerdict(
                result,
                unreadable,
                matchedRows == 0 ? firstReportedRow : null,
                processedRows > 0 && !incremental && lastReportIsStream,
                rowsUnderLoad < 0 ? 0 : processedRows - rowsUnderLoad,
                reportsDeletes ? 0 : surplus.count(),
                surplus.first());
    }

    private ErrorCount errorCount(FaultKind kind) {
        Incidents found = faults.getOrDefault(kind, Incidents.NONE);
        return new ErrorCount(found.count(), found.first());
    }
}
