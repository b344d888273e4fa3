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

    /** Kinds of faults, as in {@code ConsumerResult.Snapshot}. */
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

    /** Number of snapshot rows processed until the end of the load; -1 while the load continues. */
    private long rowsUnderLoad = -1;

    private String firstReportedRow = "";
    private long firstRowMicros;
    private long lastRowMicros;
    private long covered;

    /** Number of reported rows that existed before the run. */
    private long reportedOldRows;

    private long atServer;

    /** Number of the server's rows that the consumer has reported. */
    private long matchedRows;

    private boolean incremental;
    private boolean reportsDeletes;
    private boolean lastReportIsStream;

    /** Records the arrival of a snapshot row. It is counted later, when it is processed. */
    void recordArrival(String table, String key, long micros) {
        if (firstReportedRow.isEmpty()) {
            firstReportedRow = table + " " + key;
            firstRowMicros = micros;
        }
        lastRowMicros = micros;
    }

    /** Counts a report that is processed now. */
    void addReport(RowEvent event) {
        lastReportIsStream = event == RowEvent.WRITTEN || event == RowEvent.DELETED;
        processedRows += lastReportIsStream ? 0 : 1;
        incremental |= event == RowEvent.INCREMENTAL;
        reportsDeletes |= event == RowEvent.DELETED;
    }

    /** Counts the first report of a row that existed before the run. */
    void addOldRow() {
        reportedOldRows++;
    }

    void addCovered() {
        covered++;
    }

    /** Counts a row of the server; {@code isReported} is true if the consumer has reported it. */
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

    /** Returns the number of processed snapshot rows. */
    long processedRows() {
        return processedRows;
    }

    boolean isIncremental() {
        return incremental;
    }

    /** Returns true if the consumer has reported a delete. */
    boolean reportsDeletes() {
        return reportsDeletes;
    }

    void windowCloses() {
        rowsUnderLoad = processedRows;
    }

    /** Returns true if some rows from before the run were not reported yet. */
    boolean isAwaited(long initialRows) {
        return reportedOldRows < initialRows;
    }

    /**
     * @param compared whether the tables were read at the end
     * @param consistent whether all snapshot rows are from one log position; {@code null} if unknown or not required
     * @param lost number of versions that neither the snapshot nor the stream contains
     * @param surplus number of the consumer's rows that the server no longer has
     * @param unreadable why the rows of the log are unknown; {@code null} if they are known
     */
    SnapshotVerdict verdict(
            boolean compared, @Nullable Boolean consistent, long lost, long surplus, @Nullable String unreadable) {
        double seconds = (lastRowMicros - firstRowMicros) / 1e6;
        Snapshot result = new Snapshot(
                processedRows,
                compared ? (Long) atServer : null,
                seconds,
                seconds > 0 ? processedRows / seconds : 0,
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
                reportsDeletes ? surplus : 0);
        return new SnapshotVerdict(
                result,
                unreadable,
                matchedRows == 0 ? firstReportedRow : null,
                processedRows > 0 && !incremental && lastReportIsStream,
                rowsUnderLoad < 0 ? 0 : processedRows - rowsUnderLoad,
                reportsDeletes ? 0 : surplus);
    }

    private ErrorCount errorCount(FaultKind kind) {
        Incidents found = faults.getOrDefault(kind, Incidents.NONE);
        return new ErrorCount(found.count(), found.first());
    }
}
