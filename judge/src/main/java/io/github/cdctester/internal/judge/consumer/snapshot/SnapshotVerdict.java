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
 * @param unreadableReason why the rows of the log are unknown; {@code null} if they are known
 * @param firstUnmatchedRow the first reported snapshot row, if the server's tables contain no reported row; else {@code null}
 * @param hasEnded true if a snapshot that is not incremental has ended: the last report is from the stream
 * @param lateRows snapshot rows that arrived after the load
 * @param undeletedRows rows of the consumer that the server no longer has; 0 if the consumer reports deletes
 * @param firstSurplus one of the consumer's rows that the server does not have; {@code null} if unknown
 */
public record SnapshotVerdict(
        Snapshot counts,
        @Nullable String unreadableReason,
        @Nullable String firstUnmatchedRow,
        boolean hasEnded,
        long lateRows,
        long undeletedRows,
        @Nullable String firstSurplus) {

    /** Returns {@code null} if the snapshot can be judged. */
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

    /** Later reports may still correct missing and differing rows. */
    public Incidents incomplete() {
        return incidents(counts.missing()).plus(incidents(counts.differing()));
    }

    /**
     * Returns permanently lost rows and changes. Includes differing rows only if no other fault explains them.
     *
     * @param settled true if no more reports can arrive
     * @param hasMissingTransactions true if transactions are missing; they include lost changes
     */
    public Incidents lost(boolean settled, boolean hasMissingTransactions) {
        boolean ended = isFinal(settled, hasMissingTransactions);
        Incidents rows = incidents(counts.uncommitted()).plus(ended ? incidents(counts.missing()) : Incidents.NONE);
        if (rows.count() > 0 || hasMissingTransactions || !ended) {
            return rows;
        }
        ErrorCount differing = counts.differing();
        if (counts.lost() > 0) {
            return Incidents.of(counts.lost(), differing.first());
        }
        return Incidents.of(
                differing.count() + counts.surplus(), differing.first() == null ? firstSurplus : differing.first());
    }

    private boolean isFinal(boolean settled, boolean hasMissingTransactions) {
        return settled || !hasMissingTransactions && hasEnded;
    }

    /** Returns an empty text if later reports may still delete surplus rows. Takes the same parameters as {@link #lost}. */
    public String surplusText(boolean settled, boolean hasMissingTransactions) {
        return counts.surplus() == 0 || !isFinal(settled, hasMissingTransactions)
                ? ""
                : Reason.SNAPSHOT_SURPLUS.text("rows", counts.surplus(), "first", firstSurplus);
    }

    /** Counts repeated changes only if there are no repeated transactions. */
    public Incidents duplicated(Incidents duplicated) {
        return (duplicated.count() > 0 ? duplicated : incidents(counts.repeated())).plus(incidents(counts.doubled()));
    }

    /** Adds snapshot rows with an outdated version. */
    public Incidents outOfOrder(Incidents outOfOrder) {
        return outOfOrder.plus(incidents(counts.stale()));
    }

    private static Incidents incidents(ErrorCount errors) {
        return Incidents.of(errors.count(), errors.first());
    }

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
