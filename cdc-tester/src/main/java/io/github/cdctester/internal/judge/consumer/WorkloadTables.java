// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables that the workload stamps, and other tables that have stamps too, such as one that a trigger copies rows into. Names
 * of tables in reports may have anything before the schema, such as a topic's prefix; upper and lower case are the same.
 */
public final class WorkloadTables {

    /** Whose rows a table has. */
    enum Owner {
        WORKLOAD,
        /** A table that the server has beside the workload's, or one of the workload's names in another schema that it has. */
        OTHER,
        /** A table that nobody knows: one of the workload's under another name, or somebody's. */
        UNKNOWN
    }

    /** Nothing is known: all rows count. */
    static final WorkloadTables NOT_KNOWN = new WorkloadTables("", Set.of(), Set.of());

    private final String database;
    private final Set<String> stamped;
    private final Set<String> others;

    /**
     * Creates it.
     *
     * @param database the schema of the workload's tables
     * @param stamped their names, without the schema; empty if they are not known
     * @param others other tables with a column for stamps, as {@code schema.table}
     */
    public WorkloadTables(String database, Collection<String> stamped, Collection<String> others) {
        this.database = lower(database);
        this.stamped = stamped.stream().map(WorkloadTables::lower).collect(Collectors.toSet());
        this.others = others.stream().map(WorkloadTables::lower).collect(Collectors.toCollection(HashSet::new));
        this.stamped.forEach(table -> this.others.remove(this.database + "." + table));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    boolean areKnown() {
        return !stamped.isEmpty();
    }

    /** Returns true if a table has stamps and no other table's: not one that a trigger writes to. */
    public boolean hasStampsOfWorkload(String table) {
        return !areKnown() || ownerOf(table) == Owner.WORKLOAD;
    }

    /** Returns whose table a report names, with or without a schema. */
    Owner ownerOf(String reported) {
        String name = lower(reported);
        if (others.stream().anyMatch(other -> endsWith(name, other))) {
            return Owner.OTHER;
        }
        if (stamped.stream().anyMatch(table -> endsWith(name, table))) {
            return Owner.WORKLOAD;
        }
        boolean isOther = others.stream().anyMatch(other -> other.equals(database + "." + name));
        return isOther ? Owner.OTHER : Owner.UNKNOWN;
    }

    private static boolean endsWith(String name, String part) {
        return name.endsWith(part)
                && (name.length() == part.length() || name.charAt(name.length() - part.length() - 1) == '.');
    }
}
