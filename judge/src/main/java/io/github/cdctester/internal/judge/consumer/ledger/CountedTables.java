// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import io.github.cdctester.internal.judge.consumer.reference.WorkloadTables.Owner;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which of a consumer's rows count: rows of the workload's tables, as soon as one row names such a table. Before that, rows
 * of unknown tables also count, because the consumer may rename tables.
 */
public final class CountedTables {

    /** Maximum rows of unknown tables; after these, the tables are assumed to be the workload's. */
    static final int MAX_UNDECIDED = 4_096;

    private static final int MAX_NAMES = 1_024;

    private final StampReference stamps;
    private final Runnable recount;
    private final Map<String, Owner> owners = new HashMap<>();
    private String lastTable = "";
    private Owner lastOwner = Owner.UNKNOWN;
    private boolean named;
    private long unknown;
    private String firstUnknown = "";
    private boolean mixed;
    private long ignored;
    private String firstIgnored = "";

    /** {@code recount}: is run before the first row of a workload's table, if the rows before it do not count after all. */
    public CountedTables(StampReference stamps, Runnable recount) {
        this.stamps = stamps;
        this.recount = recount;
    }

    /** Decides whether a row counts; called for each. */
    boolean counts(String table) {
        if (!stamps.tables().areKnown()) {
            return true;
        }
        Owner owner = table.equals(lastTable) ? lastOwner : owner(table);
        if (owner == Owner.WORKLOAD && !named) {
            nameTables();
        }
        if (owner == Owner.UNKNOWN && !named) {
            firstUnknown = unknown++ == 0 ? table : firstUnknown;
        } else if (owner != Owner.WORKLOAD) {
            firstIgnored = ignored++ == 0 ? table : firstIgnored;
            return false;
        }
        return true;
    }

    private void nameTables() {
        mixed = !isUndecided();
        named = true;
        if (!mixed && unknown > 0) {
            firstIgnored = ignored == 0 ? firstUnknown : firstIgnored;
            ignored += unknown;
            recount.run();
        }
    }

    private Owner owner(String table) {
        if (owners.size() == MAX_NAMES) {
            owners.clear(); // a consumer may make them up
        }
        lastTable = table;
        lastOwner = owners.computeIfAbsent(table, stamps.tables()::ownerOf);
        return lastOwner;
    }

    /** Returns true if a row of a table would count; decides nothing. */
    public boolean wouldCount(String table) {
        Owner owner = stamps.tables().areKnown() ? owner(table) : Owner.WORKLOAD;
        return owner == Owner.WORKLOAD || owner == Owner.UNKNOWN && !named;
    }

    /** Returns true while rows count that may turn out not to. */
    boolean isUndecided() {
        return !named && unknown <= MAX_UNDECIDED && stamps.tables().areKnown();
    }

    /** The measured part begins: only the knowledge whether the workload's tables are named remains. */
    void windowOpens() {
        mixed = false;
        unknown = 0;
        ignored = 0;
    }

    /** Returns true if too many rows of unknown tables counted before a row named a table of the workload. */
    public boolean areMixed() {
        return mixed;
    }

    /** Returns true if rows of unknown tables count, as no row named a table of the workload. */
    public boolean areAllUnknown() {
        return !named && unknown > 0;
    }

    public String firstUnknown() {
        return firstUnknown;
    }

    /** Rows of tables that the workload does not stamp. */
    public long ignored() {
        return ignored;
    }

    public String firstIgnored() {
        return firstIgnored;
    }
}
