// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.feed.TableKeys;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes to one run. All changes have the same {@link Identity}. Each run needs a reporter of its own: the next consumer may
 * print another format, and a new server uses the same GTIDs again.
 *
 * <p>If the format marks the last line of a transaction, the transaction is reported at this line. Otherwise it is reported when the
 * next transaction begins, or when no further line is available. If the GTID stays the same but {@link Change#order} decreases, the
 * consumer has repeated the transaction.
 */
final class ChangeReporter {

    /** A decrease by at least this much is a wrap at 4 GiB. */
    private static final long WRAP = 1L << 31;

    private final ConsumerProbe probe;
    private final JudgedProbe.Listener listener;
    private @Nullable Identity identity;

    private String openGtid = "";
    private boolean isOpenReported;
    private boolean marksEnds;
    private long lastOrder = Change.NONE;

    private final CountedTransactions rowCounts;

    /** Also reported with the row's transaction. */
    private ChangeTimes lastTimes = ChangeTimes.NONE;

    private long unstamped;

    private final ReportedTables tables = new ReportedTables();

    private long deleted;
    private long rows;
    private boolean anyReported;
    private boolean anyEnd;
    private boolean anySnapshotRow;

    /** Identity of the first end of a transaction that was ignored, because stamps identify changes. */
    private @Nullable Identity ignoredIdentity;

    /** True if lines before the first run contained changes. */
    private boolean anyEarlierChange;

    /**
     * @param listener the run; receives each change except snapshot rows, which the probe also counts without a run
     * @param identity {@code null} to use the identity of the first change: a stamp, else a GTID, else a position
     */
    ChangeReporter(ConsumerProbe probe, JudgedProbe.Listener listener, @Nullable Identity identity) {
        this.probe = probe;
        this.listener = listener;
        this.identity = identity;
        rowCounts = new CountedTransactions(gtid -> recordTransaction(gtid, lastTimes));
    }

    /** Adopts the format that earlier lines of the same consumer had, but none of their transactions. */
    void adoptFormat(ChangeReporter earlier) {
        identity = earlier.identity;
        marksEnds = earlier.marksEnds;
        tables.adoptStamps(earlier.tables);
        anyReported = earlier.anyReported;
        anyEnd = earlier.anyEnd;
        anySnapshotRow = earlier.anySnapshotRow;
        anyEarlierChange = earlier.rows > 0;
    }

    /** {@code isJudged} accepts the GTIDs of the transactions on which the verdict is made. */
    Optional<String> tornReason(Predicate<String> isJudged) {
        return rowCounts.tornReason(isJudged);
    }

    /** {@code lines} is 0 if a change was reported. */
    Optional<String> noVerdictReason(long lines, Predicate<String> isJudged, boolean anyUnreadable, String stampHint) {
        if (rowCounts.isInDoubt(isJudged)) {
            return Optional.of(Reason.ENDS_TOO_FAR.text());
        }
        boolean anyChange = rows > 0 || anyEnd || anySnapshotRow || anyEarlierChange;
        if (lines > 0 && !anyChange && ignoredIdentity != null) {
            return Optional.of(Reason.NO_ROWS.text(
                    "kind",
                    ignoredIdentity == Identity.GTID ? "GTIDs" : "positions",
                    "setting",
                    Setting.IDENTITY,
                    "identity",
                    ignoredIdentity.name().toLowerCase(Locale.ROOT)));
        }
        if (lines > 0 && !anyChange && !anyUnreadable) {
            return Optional.of(Reason.NO_CHANGE.text("lines", lines));
        }
        if (lines == 0 || rows == 0 || anyReported || anyEnd) {
            return Optional.empty();
        }
        if (identity == null || identity == Identity.ROW) {
            return Optional.of(Reason.NO_STAMP_IN_ROWS.text("rows", rows, "sought", stampHint));
        }
        return anyUnreadable ? Optional.empty() : Optional.of(Reason.NO_END.text());
    }

    /** Returns empty if each table that {@code filter} accepts has a row with a stamp. */
    Optional<String> unstampedReason(Predicate<String> filter, String stampHint) {
        return tables.firstWithoutStamp(filter)
                .map(table -> Reason.NO_STAMP_IN_ROWS.text("rows", table, "sought", stampHint));
    }

    List<TableKeys> tableKeys() {
        return tables.keys();
    }

    /** Counted only if stamps identify changes. */
    long unstamped() {
        return unstamped;
    }

    long deleted() {
        return deleted;
    }

    long rows() {
        return rows;
    }

    /** Returns {@code null} if the change can be identified. */
    @Nullable
    Problem report(Change change) {
        if (change.kind().isSnapshotRow()) {
            anySnapshotRow = true;
            if (change.has(Identity.ROW)) { // other rows are from tables without stamps
                probe.snapshot(
                        change.table(),
                        change.key().text(),
                        change.sequence(),
                        change.kind() == ChangeKind.INCREMENTAL);
            }
            return null;
        }
        if (change.kind() != ChangeKind.TRANSACTION) {
            rows++;
            deleted += change.kind() == ChangeKind.DELETED ? 1 : 0;
        } else if (!change.has(Identity.GTID) && !change.has(Identity.POSITION)) {
            return null;
        }
        if (identity == null) {
            identity = identityOf(change);
        }
        if (identity == null) {
            return Problem.NO_IDENTITY;
        }
        Problem problem = switch (identity) {
            case ROW -> reportRow(change);
            case GTID -> reportTransaction(change);
            case POSITION -> reportPosition(change);
        };
        lastTimes = change.kind() == ChangeKind.TRANSACTION ? lastTimes : change.times();
        return problem;
    }

    private static @Nullable Identity identityOf(Change change) {
        if (change.has(Identity.ROW)) {
            return Identity.ROW;
        }
        if (change.has(Identity.GTID)) {
            return Identity.GTID;
        }
        return change.has(Identity.POSITION) ? Identity.POSITION : null;
    }

    private @Nullable Problem reportRow(Change change) {
        if (change.kind() == ChangeKind.WRITTEN) {
            tables.add(change);
            if (change.has(Identity.ROW)) {
                anyReported = true;
                listener.recordRow(change.table(), change.key().text(), change.sequence(), change.times());
            } else {
                unstamped++;
            }
        } else if (change.kind() == ChangeKind.DELETED && change.has(Identity.ROW)) {
            anyReported = true;
            listener.deleted(change.table(), change.key().text(), change.sequence());
        } else if (change.kind() == ChangeKind.DELETED) {
            listener.onUnstampedDelete();
        } else if (ignoredIdentity == null) {
            ignoredIdentity = change.has(Identity.GTID) ? Identity.GTID : Identity.POSITION;
        }
        return null;
    }

    private @Nullable Problem reportPosition(Change change) {
        if (!change.has(Identity.POSITION)) {
            return Problem.NO_END_POSITION;
        }
        anyEnd = true;
        listener.recordPosition(change.file(), change.position(), lastTimes);
        return null;
    }

    private @Nullable Problem reportTransaction(Change change) {
        if (!change.has(Identity.GTID)) {
            return Problem.NO_GTID;
        }
        if (GtidLines.isGtidSet(change.gtid())) {
            return Problem.GTID_SET;
        }
        if (change.kind() == ChangeKind.TRANSACTION) {
            reportMarker(change);
        } else if (change.end() == ChangeEnd.UNMARKED) {
            if (!marksEnds) {
                addToOpenTransaction(change);
            }
            lastTimes = change.times(); // the row may complete its transaction
            rowCounts.addRow(change.gtid());
        } else {
            marksEnds = true;
            reportOpenTransaction();
            if (change.end() == ChangeEnd.COMPLETE) {
                anyEnd = true;
                recordTransaction(change.gtid(), change.times());
            }
        }
        return null;
    }

    /** A marker may arrive before or after the rows. */
    private void reportMarker(Change change) {
        marksEnds = true;
        openGtid = "";
        if (change.end() == ChangeEnd.COMPLETE) {
            anyEnd = true;
            rowCounts.end(change.gtid(), change.rows());
        }
    }

    private void recordTransaction(String gtid, ChangeTimes times) {
        anyReported = true;
        listener.recordTransaction(gtid, times);
    }

    private void addToOpenTransaction(Change change) {
        long decrease = lastOrder - change.order();
        boolean repeats = lastOrder != Change.NONE && change.order() != Change.NONE && decrease > 0 && decrease < WRAP;
        if (repeats || !change.gtid().equals(openGtid)) {
            reportOpenTransaction();
            openGtid = change.gtid();
            isOpenReported = false;
        }
        lastOrder = change.order();
    }

    /** Call it if no further line is available. */
    void reportOpenTransaction() {
        if (!openGtid.isEmpty() && !isOpenReported) {
            recordTransaction(openGtid, lastTimes);
            rowCounts.markReported(openGtid);
            isOpenReported = true;
        }
    }
}
