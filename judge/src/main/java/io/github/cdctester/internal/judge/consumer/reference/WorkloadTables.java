// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables that the workload stamps, and other tables with stamps, such as the target of a trigger. Table names in reports are
 * compared ignoring case, and may have a prefix, such as a topic prefix.
 */
public final class WorkloadTables {

    /** If a consumer names tables of several owners, only tables of the first owner are judged. */
    public enum Owner {
        WORKLOAD,
        /** A workload's table with a prefix instead of its schema, or a table of this name in another schema. */
        NAMESAKE,
        /** A renamed table of the workload, or a table of another client. */
        UNKNOWN,
        OTHER
    }

    /** With this value, rows of all tables are judged. */
    public static final WorkloadTables NOT_KNOWN = new WorkloadTables("", Set.of(), Set.of());

    private final Collection<String> names;
    private final String schema;
    private final Set<String> stamped;
    private final Set<String> otherTables;

    /**
     * @param stamped names of the workload's tables, without schema; empty if unknown
     * @param stampedTables tables with a stamp column, as {@code schema.table}; the workload's tables may be missing
     */
    public WorkloadTables(String database, Collection<String> stamped, Collection<String> stampedTables) {
        names = stamped;
        schema = database.toLowerCase(Locale.ROOT) + ".";
        this.stamped = lowerCaseNames(stamped);
        otherTables = lowerCaseNames(stampedTables);
        this.stamped.forEach(table -> otherTables.remove(schema + table));
    }

    private static Set<String> lowerCaseNames(Collection<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toCollection(HashSet::new));
    }

    public Collection<String> names() {
        return names;
    }

    public boolean areKnown() {
        return !stamped.isEmpty();
    }

    public boolean mayBeWorkloadTable(String table) {
        return !areKnown() || isStamped(table);
    }

    public boolean isStamped(String table) {
        return areKnown() && ownerOf(table).compareTo(Owner.NAMESAKE) <= 0;
    }

    public Owner ownerOf(String reported) {
        String name = "." + (reported.contains(".") ? "" : schema) + reported.toLowerCase(Locale.ROOT);
        if (otherTables.stream().anyMatch(other -> name.endsWith("." + other))) {
            return Owner.OTHER;
        }
        if (stamped.stream().anyMatch(table -> name.endsWith("." + schema + table))) {
            return Owner.WORKLOAD;
        }
        return stamped.stream().anyMatch(table -> name.endsWith("." + table)) ? Owner.NAMESAKE : Owner.UNKNOWN;
    }
}
