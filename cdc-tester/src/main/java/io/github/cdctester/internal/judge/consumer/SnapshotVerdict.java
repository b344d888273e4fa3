// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.result.ConsumerResult.Snapshot;
import io.github.cdctester.result.ConsumerResult.Snapshot.Fault;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a snapshot adds to the verdict on its consumer. */
final class SnapshotVerdict {

    static final String MEMORY = "three eighths of the heap";

    private final SnapshotLedger found;
    private final boolean compared;
    private final @Nullable String unreadable;

    /** {@code unreadable}: why the log could not be read; {@code null} where it could. */
    SnapshotVerdict(SnapshotLedger found, boolean compared, @Nullable String unreadable) {
        this.found = found;
        this.compared = compared;
        this.unreadable = unreadable;
    }

    /** Why nothing can be said; {@code null} where something can. */
    @Nullable
    String unchecked() {
        if (found.isFull()) {
            return "the memory for judging was full (" + MEMORY + "): a snapshot takes 48 to 96 bytes a row";
        }
        if (unreadable != null) {
            return unreadable;
        }
        if (!compared) {
            return "the tables were not read at the end, so the snapshot was not compared with them";
        }
        return found.shownRows > 0 && found.known == 0 && found.atServer > 0
                ? "no row that it showed has a key of the tables: it showed " + found.firstShown
                        + ", and the server has " + found.firstAtServer
                : null;
    }

    /** Whether it may still show rows that are missing. */
    boolean isIncomplete() {
        return found.missing.count() + found.differing.count() > 0;
    }

    boolean isOver() {
        return found.isOver();
    }

    /**
     * Rows and changes that are lost for good. A row that differs is counted where nothing else says why.
     *
     * @param ended whether nothing more comes
     * @param transactions whether transactions are missing, which lost changes are part of
     */
    long lost(boolean ended, boolean transactions) {
        long rows = found.uncommitted.count() + (ended ? found.missing.count() : 0);
        if (rows > 0 || transactions || !ended) {
            return rows;
        }
        return found.lostChanges() > 0 ? found.lostChanges() : found.differing.count() + surplus();
    }

    /** A consumer that shows no deletion has all rows that it ever saw. */
    private long surplus() {
        return found.showsDeletions ? found.surplus : 0;
    }

    /** {@code transactions}: whether transactions were repeated, which repeated changes are part of. */
    long doubled(boolean transactions) {
        return found.doubled.count() + (transactions ? 0 : found.repeated.count());
    }

    long stale() {
        return found.stale.count();
    }

    @Nullable
    String offender(Status status) {
        return switch (status) {
            case LOST, BEHIND -> first(found.missing, found.uncommitted, found.differing);
            case DUPLICATED -> first(found.doubled, found.repeated);
            case REORDERED -> found.stale.first();
            default -> null;
        };
    }

    private static @Nullable String first(Incidents... kinds) {
        return Stream.of(kinds)
                .flatMap(kind -> kind.names().stream())
                .findFirst()
                .orElse(null);
    }

    /** What was found, as the end of a reason. */
    String text() {
        if (found.shownRows == 0) {
            return "; it showed no row of a snapshot: in a line of one, op or kind is r, or type is bootstrap-insert";
        }
        List<String> wrong = new ArrayList<>();
        add(wrong, found.missing, "not in it");
        add(wrong, found.doubled, "in it again");
        add(wrong, found.stale, "older than what was shown before");
        add(wrong, found.uncommitted, "never committed");
        if (found.lostChanges() > 0) {
            wrong.add(found.lostChanges() + " changes neither in it nor in the stream");
        }
        add(wrong, found.repeated, "changes in it and in the stream, or there twice");
        add(wrong, found.differing, "not as the server has them");
        if (surplus() > 0) {
            wrong.add(surplus() + " rows that the server has no more");
        }
        return "; of " + found.atServer + " rows the snapshot showed " + (found.shownRows - found.doubled.count())
                + (wrong.isEmpty() ? "" : ": " + String.join(", ", wrong));
    }

    private static void add(List<String> wrong, Incidents found, String what) {
        if (found.count() > 0) {
            wrong.add(found.count() + " " + what + (found.first() == null ? "" : " (first " + found.first() + ")"));
        }
    }

    Snapshot result() {
        double seconds = found.seconds();
        return new Snapshot(
                found.shownRows,
                compared ? (Long) found.atServer : null,
                seconds,
                seconds > 0 ? found.shownRows / seconds : 0,
                found.incremental,
                found.isConsistent(),
                found.covered,
                fault(found.missing),
                fault(found.doubled),
                fault(found.stale),
                fault(found.uncommitted),
                found.lostChanges(),
                fault(found.repeated),
                fault(found.differing),
                surplus());
    }

    private static Fault fault(Incidents found) {
        return new Fault(found.count(), found.first());
    }

    /** {@code unheard}: rows that it showed before the run listened. */
    List<Note> notes(long unheard) {
        List<Note> notes = new ArrayList<>();
        if (unheard > 0) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_EARLY, "rows", unheard));
        }
        if (found.shownRows > 0 && Boolean.FALSE.equals(found.isConsistent())) {
            notes.add(Note.of(Code.CONSUMER_SNAPSHOT_NOT_ONE_MOMENT));
        }
        if (!found.showsDeletions && found.surplus > 0) {
            notes.add(Note.of(Code.CONSUMER_SHOWS_NO_DELETIONS, "rows", found.surplus));
        }
        return notes;
    }
}
