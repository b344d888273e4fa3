// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.Fault;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a consumer's verdict that covers its snapshot.
 *
 * @param found the counts
 * @param unreadable why the rows are not known; {@code null} if they are
 * @param unmatched the first row that was shown, if the tables have no row that was shown; else {@code null}
 * @param isOver whether the stream has followed the snapshot, which has ended then
 * @param late rows that came after the load
 * @param notDeleted rows that the server no longer has, from a consumer that shows no deletions
 */
public record SnapshotVerdict(
        Snapshot found,
        @Nullable String unreadable,
        @Nullable String unmatched,
        boolean isOver,
        long late,
        long notDeleted) {

    /** Why there is no verdict; {@code null} if there is one. */
    public @Nullable String unchecked() {
        if (unreadable != null) {
            return unreadable;
        }
        if (found.tableRows() == null) {
            return Reason.TABLES_NOT_READ.text();
        }
        return found.rows() > 0 && unmatched != null && found.tableRows() > 0
                ? Reason.KEYS_DIFFER.text(
                        "shown", unmatched, "expected", found.missing().first())
                : null;
    }

    /** Rows that it may still show, or show otherwise. */
    public Incidents incomplete() {
        return of(found.missing()).plus(of(found.differing()));
    }

    /**
     * Returns finally lost rows and changes. A different row counts if there is no other reason.
     *
     * @param settled whether nothing more arrives
     * @param transactions whether transactions are missing, which contain the lost changes
     */
    public Incidents lost(boolean settled, boolean transactions) {
        boolean ended = settled || !transactions && isOver;
        Incidents rows = of(found.uncommitted()).plus(ended ? of(found.missing()) : Incidents.NONE);
        if (rows.count() > 0 || transactions || !ended) {
            return rows;
        }
        Fault differing = found.differing();
        return Incidents.of(found.lost() > 0 ? found.lost() : differing.count() + found.surplus(), differing.first());
    }

    /** Returns repeated transactions and rows. Repeated transactions include their changes. */
    public Incidents twice(Incidents duplicated) {
        return (duplicated.count() > 0 ? duplicated : of(found.repeated())).plus(of(found.doubled()));
    }

    /** Transactions and rows that came late. */
    public Incidents late(Incidents outOfOrder) {
        return outOfOrder.plus(of(found.stale()));
    }

    private static Incidents of(Fault fault) {
        return Incidents.of(fault.count(), fault.first());
    }

    /** Returns the findings, as a clause of a reason. */
    public String text() {
        if (found.rows() == 0) {
            return Reason.NO_SNAPSHOT_ROW.text();
        }
        return Reason.SNAPSHOT_COMPARED.text(
                "of", found.tableRows(), "rows", found.rows() - found.doubled().count());
    }

    /** {@code unheard}: rows that it showed before the run listened. */
    public List<Note> notes(long unheard) {
        List<Note> notes = new ArrayList<>();
        if (unheard > 0) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_EARLY, "rows", unheard));
        }
        if (late > 0) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_LATE, "rows", late));
        }
        if (found.rows() > 0 && Boolean.FALSE.equals(found.consistent())) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_NOT_ONE_MOMENT));
        }
        if (notDeleted > 0) {
            notes.add(Note.of(Code.CONSUMER_SHOWS_NO_DELETIONS, "rows", notDeleted));
        }
        return notes;
    }
}
