// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes to a probe, all by the same identity.
 *
 * <p>By GTIDs, each line about a row names its transaction. If lines mark the last one, the transaction is reported
 * there. Otherwise it is reported when another one begins or nothing more has come for now; of two in succession with the same
 * GTID, a line that is before the earlier one in the log begins a repetition.
 */
final class ChangeReporter {

    /** An offset that falls by so much has wrapped at 4 GiB. */
    private static final long WRAP = 1L << 31;

    private static final int MAX_TABLES = 64;

    private final ConsumerProbe probe;
    private final JudgedProbe judged;
    private @Nullable Identity identity;

    private String openGtid = "";
    private boolean reported;
    private boolean endsAreSaid;
    private long lastOrder = Change.NONE;

    private final CountedTransactions counted;

    /** The timestamps of the last change, for a transaction that is reported after it. */
    private ChangeTimes lastTimes = ChangeTimes.NONE;

    private long unstamped;

    /** The tables of written rows, and whether any row of a table has a stamp. */
    private final Map<String, Boolean> tables = new HashMap<>();

    private long deleted;
    private long rows;
    private boolean anyReported;
    private boolean anyEnd;
    private boolean anySnapshotRow;

    /**
     * Creates a reporter.
     *
     * @param identity {@code null} to use the first change's: a stamp, else a GTID, else a position
     */
    ChangeReporter(ConsumerProbe probe, @Nullable Identity identity) {
        this.probe = probe;
        judged = JudgedProbe.of(probe);
        this.identity = identity;
        counted = new CountedTransactions(gtid -> recordTransaction(gtid, lastTimes));
    }

    Optional<String> torn() {
        return counted.torn();
    }

    /** Why changes allow no verdict; {@code lines} is the number of lines if nothing was reported, else 0. */
    Optional<String> doubt(long lines, boolean anyUnreadable, String stampSought) {
        if (counted.isInDoubt()) {
            return Optional.of(Reason.ENDS_TOO_FAR.text());
        }
        boolean anyChange = rows > 0 || anyEnd || anySnapshotRow;
        if (lines > 0 && !anyChange && !anyUnreadable) {
            return Optional.of(Reason.NO_CHANGE.text("lines", lines));
        }
        if (lines == 0 || rows == 0 || anyReported || anyEnd) {
            return Optional.empty();
        }
        if (identity == null || identity == Identity.ROW) {
            return Optional.of(Reason.NO_STAMP_IN_ROWS.text("rows", rows, "sought", stampSought));
        }
        return anyUnreadable ? Optional.empty() : Optional.of(Reason.NO_END.text());
    }

    /** Why rows of a kind of table cannot be matched: none of a table has a stamp. */
    Optional<String> unstamped(Predicate<String> kind, String stampSought) {
        return tables.keySet().stream()
                .filter(table -> Boolean.FALSE.equals(tables.get(table)) && kind.test(table))
                .sorted()
                .findFirst()
                .map(table -> Reason.NO_STAMP_IN_ROWS.text("rows", table, "sought", stampSought));
    }

    /** Number of written rows without a stamp, if stamps identify transactions. */
    long unstamped() {
        return unstamped;
    }

    long deleted() {
        return deleted;
    }

    long rows() {
        return rows;
    }

    /** Takes a change; returns why it has no identity, or {@code null}. */
    @Nullable
    Problem take(Change change) {
        if (change.kind().isOfSnapshot()) {
            anySnapshotRow = true;
            if (change.has(Identity.ROW)) { // others are from tables without stamps
                probe.snapshot(
                        change.table(), change.key(), change.sequence(), change.kind() == ChangeKind.INCREMENTAL);
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
            case ROW -> row(change);
            case GTID -> transaction(change);
            case POSITION -> position(change);
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

    private @Nullable Problem row(Change change) {
        if (change.kind() == ChangeKind.WRITTEN) {
            boolean stamped = change.has(Identity.ROW);
            if (tables.size() < MAX_TABLES || tables.containsKey(change.table())) {
                tables.merge(change.table(), stamped, Boolean::logicalOr);
            }
            if (stamped) {
                anyReported = true;
                judged.listener().recordRow(change.table(), change.key(), change.sequence(), change.times());
            } else {
                unstamped++;
            }
        } else if (change.kind() == ChangeKind.DELETED && change.has(Identity.ROW)) {
            anyReported = true;
            probe.deleted(change.table(), change.key(), change.sequence());
        }
        return null;
    }

    private @Nullable Problem position(Change change) {
        if (!change.has(Identity.POSITION)) {
            return Problem.NO_END_POSITION;
        }
        anyEnd = true;
        judged.listener().recordPosition(change.file(), change.position(), lastTimes);
        return null;
    }

    private @Nullable Problem transaction(Change change) {
        if (!change.has(Identity.GTID)) {
            return Problem.NO_GTID;
        }
        if (GtidLines.isSet(change.gtid())) {
            return Problem.GTID_SET;
        }
        if (change.kind() == ChangeKind.TRANSACTION) {
            marker(change);
        } else if (change.end() == ChangeEnd.NOT_SAID) {
            counted.row(change.gtid());
            if (!endsAreSaid) {
                continued(change);
            }
        } else {
            endsAreSaid = true;
            settle();
            if (change.end() == ChangeEnd.HERE) {
                anyEnd = true;
                recordTransaction(change.gtid(), change.times());
            }
        }
        return null;
    }

    /** A separate message, long before the rows of its transaction or after them. */
    private void marker(Change change) {
        endsAreSaid = true;
        openGtid = "";
        if (change.end() == ChangeEnd.HERE) {
            anyEnd = true;
            counted.end(change.gtid(), change.rows());
        }
    }

    private void recordTransaction(String gtid, ChangeTimes times) {
        anyReported = true;
        judged.listener().recordTransaction(gtid, times);
    }

    private void continued(Change change) {
        long back = lastOrder - change.order();
        boolean repeated = lastOrder != Change.NONE && change.order() != Change.NONE && back > 0 && back < WRAP;
        if (repeated || !change.gtid().equals(openGtid)) {
            settle();
            openGtid = change.gtid();
            reported = false;
        }
        lastOrder = change.order();
    }

    /** Reports the open transaction as complete if no further line is available. */
    void settle() {
        if (!openGtid.isEmpty() && !reported) {
            recordTransaction(openGtid, lastTimes);
            counted.reported(openGtid);
            reported = true;
        }
    }
}
