// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables.Owner;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which rows are judged. Unknown tables are judged until a workload table is named, because consumers may rename tables.
 */
public final class CountedTables {

    /** After more rows, unknown tables are assumed to belong to the workload. */
    static final int MAX_UNDECIDED = 4_096;

    private static final int MAX_NAMES = 1_024;

    private final StampReference stamps;
    private final Runnable discardRows;
    private final Map<String, Owner> owners = new HashMap<>();
    private String lastTable = "";
    private Owner lastOwner = Owner.UNKNOWN;
    private boolean workloadTableNamed;
    private long unknownRows;
    private String firstUnknown = "";
    private boolean unknownCounted;
    private long ignoredRows;
    private String firstIgnored = "";

    /**
     * {@code discardRows} discards all rows counted so far. It runs if a workload table follows 1 to {@link #MAX_UNDECIDED} rows
     * of unknown tables.
     */
    public CountedTables(StampReference stamps, Runnable discardRows) {
        this.stamps = stamps;
        this.discardRows = discardRows;
    }

    /** Call it once per row, because it counts rows of other tables. */
    boolean counts(String table) {
        if (!stamps.tables().areKnown()) {
            return true;
        }
        Owner owner = table.equals(lastTable) ? lastOwner : owner(table);
        if (owner == Owner.WORKLOAD && !workloadTableNamed) {
            onWorkloadTable();
        }
        if (owner == Owner.UNKNOWN && !workloadTableNamed) {
            firstUnknown = unknownRows++ == 0 ? table : firstUnknown;
        } else if (owner != Owner.WORKLOAD) {
            firstIgnored = ignoredRows++ == 0 ? table : firstIgnored;
            return false;
        }
        return true;
    }

    private void onWorkloadTable() {
        unknownCounted = !isUndecided();
        workloadTableNamed = true;
        if (!unknownCounted && unknownRows > 0) {
            firstIgnored = ignoredRows == 0 ? firstUnknown : firstIgnored;
            ignoredRows += unknownRows;
            discardRows.run();
        }
    }

    private Owner owner(String table) {
        if (owners.size() == MAX_NAMES) {
            owners.clear(); // limits the memory if a consumer reports very many names
        }
        lastTable = table;
        lastOwner = owners.computeIfAbsent(table, stamps.tables()::ownerOf);
        return lastOwner;
    }

    /** Unlike {@link #counts}, changes no count. */
    public boolean wouldCount(String table) {
        Owner owner = stamps.tables().areKnown() ? owner(table) : Owner.WORKLOAD;
        return owner == Owner.WORKLOAD || owner == Owner.UNKNOWN && !workloadTableNamed;
    }

    /** Returns true while counted rows may still be discarded. */
    boolean isUndecided() {
        return !workloadTableNamed
                && unknownRows <= MAX_UNDECIDED
                && stamps.tables().areKnown();
    }

    /** Keeps the information that a workload table was named. */
    void windowOpens() {
        unknownCounted = false;
        unknownRows = 0;
        ignoredRows = 0;
    }

    /** Returns true if more than {@link #MAX_UNDECIDED} rows of unknown tables preceded the first row of a workload table. */
    public boolean hasCountedUnknown() {
        return unknownCounted;
    }

    public boolean areAllUnknown() {
        return !workloadTableNamed && unknownRows > 0;
    }

    public String firstUnknown() {
        return firstUnknown;
    }

    public long ignoredRows() {
        return ignoredRows;
    }

    public String firstIgnored() {
        return firstIgnored;
    }
}
