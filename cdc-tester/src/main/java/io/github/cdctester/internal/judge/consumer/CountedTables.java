// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.consumer.WorkloadTables.Owner;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which of a consumer's rows count: those of the workload's tables as soon as one row names such a table. Before that all
 * rows of unknown tables count, as tables may have other names at the consumer.
 */
final class CountedTables {

    /** After so many rows of unknown tables, these are taken for the workload's, under other names. */
    static final int MOST_UNDECIDED = 4_096;

    private static final int MOST_NAMES = 1_024;

    private final StampReference stamps;
    private final Runnable recount;
    private final Map<String, Owner> owners = new HashMap<>();
    private String lastTable = "";
    private Owner lastOwner = Owner.OTHER;
    private boolean named;
    private boolean renamed;
    private long unknown;
    private String firstUnknown = "";
    private boolean mixed;
    private long ignored;
    private String firstIgnored = "";

    /** {@code recount}: is run before the first row of a workload's table, if the rows before it do not count after all. */
    CountedTables(StampReference stamps, Runnable recount) {
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
            named = true;
            mixed |= renamed;
            if (unknown > 0 && !renamed) {
                ignore(unknown, firstUnknown);
                recount.run();
            }
        }
        boolean counts = owner == Owner.WORKLOAD || owner == Owner.UNKNOWN && !named;
        if (!counts) {
            ignore(1, table);
        } else if (owner == Owner.UNKNOWN) {
            takeUnknown(table);
        }
        return counts;
    }

    /** Returns true if a row of the table would count; decides nothing. */
    boolean wouldCount(String table) {
        Owner owner = stamps.tables().areKnown() ? owner(table) : Owner.WORKLOAD;
        return owner == Owner.WORKLOAD || owner == Owner.UNKNOWN && !named;
    }

    private Owner owner(String table) {
        Owner owner = owners.get(table);
        if (owner == null) {
            owner = stamps.tables().ownerOf(table);
            if (owners.size() < MOST_NAMES) { // a consumer may make them up
                owners.put(table, owner);
            }
        }
        lastTable = table;
        lastOwner = owner;
        return owner;
    }

    private void takeUnknown(String table) {
        firstUnknown = unknown == 0 ? table : firstUnknown;
        unknown++;
        renamed |= unknown > MOST_UNDECIDED;
    }

    private void ignore(long rows, String first) {
        firstIgnored = ignored == 0 ? first : firstIgnored;
        ignored += rows;
    }

    /** Returns true while rows of unknown tables count that may turn out not to. */
    boolean isUndecided() {
        return !named && !renamed && stamps.tables().areKnown();
    }

    /** The measured part begins: only what the names of tables have shown remains. */
    void windowOpens() {
        renamed = false;
        mixed = false;
        unknown = 0;
        ignored = 0;
    }

    /** Returns true if rows of unknown tables were taken for the workload's, and then rows named these. */
    boolean areMixed() {
        return mixed;
    }

    /** Returns true if no row named a table of the workload, so that rows of unknown tables count. */
    boolean areAllUnknown() {
        return !named && unknown > 0;
    }

    String firstUnknown() {
        return firstUnknown;
    }

    /** Rows of tables that the workload does not stamp; they count nowhere. */
    long ignored() {
        return ignored;
    }

    String firstIgnored() {
        return firstIgnored;
    }
}
