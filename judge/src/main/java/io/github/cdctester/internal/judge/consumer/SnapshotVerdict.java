// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.consumer.SnapshotLedger.Wrong;
import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.Fault;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot's part of the verdict on its consumer.
 *
 * @param compared whether the tables were read at the end
 * @param unreadable why the log could not be read; {@code null} if it could
 */
record SnapshotVerdict(
        SnapshotLedger found, boolean compared, @Nullable String unreadable) {

    static final String MEMORY = "three eighths of the heap";

    /** Returns why there is no verdict; {@code null} if there is one. */
    @Nullable
    String unchecked() {
        if (found.full) {
            return "the memory for judging was full (" + MEMORY + "): a snapshot takes 128 bytes a row";
        }
        if (unreadable != null) {
            return unreadable;
        }
        if (!compared) {
            return "the tables were not read at the end, so the snapshot was not compared with them";
        }
        String missing = of(Wrong.MISSING).first();
        return found.shownRows > 0 && found.known == 0 && found.atServer > 0
                ? "no row that it showed has a key of the tables: it showed " + found.firstShown
                        + (missing == null ? "" : ", and the server has " + missing)
                : null;
    }

    /** Rows that it may still show, or show otherwise. */
    Incidents incomplete() {
        return of(Wrong.MISSING).plus(of(Wrong.DIFFERING));
    }

    /**
     * Returns finally lost rows and changes. A different row counts if there is no other reason.
     *
     * @param settled whether nothing more arrives
     * @param transactions whether transactions are missing, which contain the lost changes
     */
    Incidents lost(boolean settled, boolean transactions) {
        boolean ended = settled || !transactions && found.isOver();
        Incidents rows = of(Wrong.UNCOMMITTED).plus(ended ? of(Wrong.MISSING) : Incidents.NONE);
        if (rows.count() > 0 || transactions || !ended) {
            return rows;
        }
        Incidents differing = of(Wrong.DIFFERING);
        return Incidents.of(
                found.lostChanges() > 0 ? found.lostChanges() : differing.count() + surplus(), differing.first());
    }

    /** A consumer that shows no deletion has all rows that it ever saw. */
    private long surplus() {
        return found.showsDeletions ? found.surplus() : 0;
    }

    /** Returns repeated transactions and rows. Repeated transactions include their changes. */
    Incidents twice(Incidents duplicated) {
        return (duplicated.count() > 0 ? duplicated : of(Wrong.REPEATED)).plus(of(Wrong.DOUBLED));
    }

    /** Transactions and rows that came late. */
    Incidents late(Incidents outOfOrder) {
        return outOfOrder.plus(of(Wrong.STALE));
    }

    private Incidents of(Wrong kind) {
        return found.faults.getOrDefault(kind, Incidents.NONE);
    }

    /** Returns the findings, as the end of a reason. */
    String text() {
        if (found.shownRows == 0) {
            return "; it showed no row of a snapshot: in a line of one, op or kind is r, or type is bootstrap-insert";
        }
        return "; of " + found.atServer + " rows the snapshot showed "
                + (found.shownRows - of(Wrong.DOUBLED).count());
    }

    Snapshot result() {
        double seconds = (found.lastRowMicros - found.firstRowMicros) / 1e6;
        return new Snapshot(
                found.shownRows,
                compared ? (Long) found.atServer : null,
                seconds,
                seconds > 0 ? found.shownRows / seconds : 0,
                found.incremental,
                found.isConsistent(),
                found.covered,
                fault(Wrong.MISSING),
                fault(Wrong.DOUBLED),
                fault(Wrong.STALE),
                fault(Wrong.UNCOMMITTED),
                found.lostChanges(),
                fault(Wrong.REPEATED),
                fault(Wrong.DIFFERING),
                surplus());
    }

    private Fault fault(Wrong kind) {
        return new Fault(of(kind).count(), of(kind).first());
    }

    /** {@code unheard}: rows that it showed before the run listened. */
    List<Note> notes(long unheard) {
        List<Note> notes = new ArrayList<>();
        if (unheard > 0) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_EARLY, "rows", unheard));
        }
        if (found.rowsUnderLoad >= 0 && found.rowsUnderLoad < found.shownRows) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_LATE, "rows", found.shownRows - found.rowsUnderLoad));
        }
        if (found.shownRows > 0 && Boolean.FALSE.equals(found.isConsistent())) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_NOT_ONE_MOMENT));
        }
        if (!found.showsDeletions && found.surplus() > 0) {
            notes.add(Note.of(Code.CONSUMER_SHOWS_NO_DELETIONS, "rows", found.surplus()));
        }
        return notes;
    }
}
