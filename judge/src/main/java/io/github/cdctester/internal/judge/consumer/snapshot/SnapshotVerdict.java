// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.Fault;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot adds to the verdict on its consumer.
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

    public static final String MEMORY = "three eighths of the heap";

    /** Why there is no verdict; {@code null} if there is one. */
    public @Nullable String unchecked() {
        if (unreadable != null) {
            return unreadable;
        }
        if (found.tableRows() == null) {
            return "the tables were not read at the end, so the snapshot was not compared with them";
        }
        return found.rows() > 0 && unmatched != null && found.tableRows() > 0
                ? "no row that it showed has a key of the tables: it showed " + unmatched
                        + (found.missing().first() == null
                                ? ""
                                : ", and the server has " + found.missing().first())
                : null;
    }

    /** Rows that it may still show, or show otherwise. */
    public Incidents incomplete() {
        return of(found.missing()).plus(of(found.differing()));
    }

    /**
     * Rows and changes that are lost for good. A row that differs is counted where nothing else says why.
     *
     * @param settled whether nothing more comes
     * @param transactions whether transactions are missing, which lost changes are part of
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

    /** Transactions and rows that came twice. Where transactions were repeated, repeated changes are part of these. */
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

    /** What was found, as the end of a reason. */
    public String text() {
        if (found.rows() == 0) {
            return "; it showed no row of a snapshot: in a line of one, op or kind is r, or type is bootstrap-insert";
        }
        return "; of " + found.tableRows() + " rows the snapshot showed "
                + (found.rows() - found.doubled().count());
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
