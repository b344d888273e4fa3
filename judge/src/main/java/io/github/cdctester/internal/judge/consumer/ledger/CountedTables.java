// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables.Owner;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which rows are judged. Other tables are judged until a workload table is named, because consumers may rename tables.
 */
public final class CountedTables {

    /** After more rows, unknown tables are assumed to belong to the workload. */
    static final int MAX_UNDECIDED = 4_096;

    private static final int MAX_NAMES = 1_024;

    private final StampReference stamps;
    private final Runnable discardRows;
    private final Map<String, Owner> owners = new HashMap<>();
    private Owner best = Owner.UNKNOWN;
    private long maxUndecided = MAX_UNDECIDED;
    private long unknownRows;
    private String firstUnknown = "";
    private boolean unknownCounted;
    private long ignoredRows;
    private String firstIgnored = "";

    /** {@code discardRows} discards all rows counted so far. It runs if a better name follows 1 to {@link #MAX_UNDECIDED} rows. */
    public CountedTables(StampReference stamps, Runnable discardRows) {
        this.stamps = stamps;
        this.discardRows = discardRows;
    }

    /** Call it once per row. {@code matters} is false if the row changes no verdict, because it has no stamp of this run. */
    public boolean counts(String table, boolean matters) {
        Owner owner = owner(table);
        if (owner.compareTo(best) > 0) {
            firstIgnored = ignoredRows++ == 0 ? table : firstIgnored;
            return false;
        }
        if (owner != best) {
            best = owner;
            unknownCounted = unknownRows > maxUndecided;
            if (!unknownCounted && unknownRows > 0) {
                firstIgnored = ignoredRows == 0 ? firstUnknown : firstIgnored;
                ignoredRows += unknownRows;
                unknownRows = 0;
                discardRows.run();
            }
        }
        if (owner != Owner.WORKLOAD && matters) {
            firstUnknown = unknownRows++ == 0 ? table : firstUnknown;
        }
        return true;
    }

    private Owner owner(String table) {
        Owner owner = stamps.tables().areKnown() ? owners.get(table) : Owner.WORKLOAD;
        if (owner == null && owners.size() == MAX_NAMES) {
            owners.clear(); // limits the memory if a consumer reports very many names
        }
        return owner == null ? owners.computeIfAbsent(table, stamps.tables()::ownerOf) : owner;
    }

    /** Unlike {@link #counts}, changes no count. */
    public boolean wouldCount(String table) {
        return owner(table).compareTo(best) <= 0;
    }

    /** Returns true if the table has the name of a workload's table, but a prefix or another schema instead of its schema. */
    boolean isNamesake(String table) {
        return owner(table) == Owner.NAMESAKE;
    }

    /** Returns true while counted rows may still be discarded. */
    boolean isUndecided() {
        return best != Owner.WORKLOAD
                && unknownRows <= maxUndecided
                && stamps.tables().areKnown();
    }

    /** Rows of a snapshot cannot be discarded. */
    public void keepAll() {
        maxUndecided = 0;
    }

    /** Keeps the information that a workload table was named; with a snapshot, all information. */
    void windowOpens() {
        if (maxUndecided > 0) {
            unknownCounted = false;
            unknownRows = 0;
            ignoredRows = 0;
        }
    }

    /** Returns true if rows of other tables that can no longer be discarded preceded the first row of a workload table. */
    boolean hasCountedUnknown() {
        return unknownCounted;
    }

    String firstUnknown() {
        return firstUnknown;
    }

    public List<Note> notes() {
        List<Note> notes = new ArrayList<>();
        if (ignoredRows > 0) {
            notes.add(Note.of(Code.CONSUMER_OTHER_TABLES, "rows", ignoredRows, "first", firstIgnored));
        }
        if (best == Owner.UNKNOWN && unknownRows > 0) {
            notes.add(Note.of(Code.CONSUMER_TABLES_UNKNOWN, "first", firstUnknown));
        }
        return notes;
    }
}
