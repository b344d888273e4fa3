// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.ErrorCount;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a consumer's verdict that covers its snapshot.
 *
 * @param counts the counts of rows and faults
 * @param unreadableReason why the rows of the log are unknown; {@code null} if they are known
 * @param firstUnmatchedRow the first reported snapshot row, if the server's tables contain no reported row; else {@code null}
 * @param hasEnded whether a snapshot that is not incremental has ended: the last report is from the stream
 * @param lateRows number of snapshot rows that arrived after the load
 * @param undeletedRows if the consumer reports no deletes: number of its rows that the server no longer has; otherwise 0
 */
public record SnapshotVerdict(
        Snapshot counts,
        @Nullable String unreadableReason,
        @Nullable String firstUnmatchedRow,
        boolean hasEnded,
        long lateRows,
        long undeletedRows) {

    /** Returns the reason if the snapshot cannot be judged; else {@code null}. */
    public @Nullable String notCheckedReason() {
        if (unreadableReason != null) {
            return unreadableReason;
        }
        if (counts.tableRows() == null) {
            return Reason.TABLES_NOT_READ.text();
        }
        return counts.rows() > 0 && firstUnmatchedRow != null && counts.tableRows() > 0
                ? Reason.KEYS_DIFFER.text(
                        "shown", firstUnmatchedRow, "expected", counts.missing().first())
                : null;
    }

    /** Returns missing and differing rows, which later reports may still correct. */
    public Incidents incomplete() {
        return incidents(counts.missing()).plus(incidents(counts.differing()));
    }

    /**
     * Returns the rows and changes that are permanently lost. Differing rows are included only if no other fault explains them.
     *
     * @param settled whether no more reports can arrive
     * @param hasMissingTransactions whether transactions are missing; lost changes are then counted with these transactions
     */
    public Incidents lost(boolean settled, boolean hasMissingTransactions) {
        boolean ended = settled || !hasMissingTransactions && hasEnded;
        Incidents rows = incidents(counts.uncommitted()).plus(ended ? incidents(counts.missing()) : Incidents.NONE);
        if (rows.count() > 0 || hasMissingTransactions || !ended) {
            return rows;
        }
        ErrorCount differing = counts.differing();
        return Incidents.of(
                counts.lost() > 0 ? counts.lost() : differing.count() + counts.surplus(), differing.first());
    }

    /** Returns repeated transactions (or, if there are none, repeated changes) and repeated snapshot rows. */
    public Incidents duplicated(Incidents duplicated) {
        return (duplicated.count() > 0 ? duplicated : incidents(counts.repeated())).plus(incidents(counts.doubled()));
    }

    /** Returns transactions out of order and snapshot rows with an outdated version. */
    public Incidents outOfOrder(Incidents outOfOrder) {
        return outOfOrder.plus(incidents(counts.stale()));
    }

    private static Incidents incidents(ErrorCount errors) {
        return Incidents.of(errors.count(), errors.first());
    }

    /** Returns the number of compared rows, or that the snapshot had no row, as a clause for the verdict's reason. */
    public String text() {
        if (counts.rows() == 0) {
            return Reason.NO_SNAPSHOT_ROW.text();
        }
        return Reason.SNAPSHOT_COMPARED.text(
                "of",
                counts.tableRows(),
                "rows",
                counts.rows() - counts.doubled().count());
    }

    /** Returns notes on the snapshot. {@code earlyRows} is the number of snapshot rows reported before the run listened. */
    public List<Note> notes(long earlyRows) {
        List<Note> notes = new ArrayList<>();
        if (earlyRows > 0) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_EARLY, "rows", earlyRows));
        }
        if (lateRows > 0) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_LATE, "rows", lateRows));
        }
        if (counts.rows() > 0 && Boolean.FALSE.equals(counts.consistent())) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_NOT_ONE_MOMENT));
        }
        if (undeletedRows > 0) {
            notes.add(Note.of(Code.CONSUMER_SHOWS_NO_DELETIONS, "rows", undeletedRows));
        }
        return notes;
    }
}
