// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import io.github.cdctester.binlog.rows.RowKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows by table and kind; those of a transaction in flight apart, until it ends. For one writing thread. Most transactions
 * have a few events with rows, whose counts are kept in a list as short as they are; tables are found again by the object
 * that names them.
 */
final class RowTally {

    private static final int RECENT = 64;
    private static final int LISTED = 64;

    private static final int KINDS = RowKind.values().length;

    private final Map<String, Table> tables = new HashMap<>();
    private final @Nullable Table[] recent = new Table[RECENT];

    /** What is in flight: of which table and kind, how many rows. The rest is in the tables that were touched. */
    private final Table[] listedTables = new Table[LISTED];

    private final int[] listedKinds = new int[LISTED];
    private final long[] listedRows = new long[LISTED];
    private int listed;
    private final List<Table> touched = new ArrayList<>();

    private static final class Table {
        private String name;
        private final long[] settled = new long[KINDS];
        private final long[] inFlight = new long[KINDS];
        private final long[] beforeWindow = new long[KINDS];
        private boolean touched;

        private Table(String name) {
            this.name = name;
        }
    }

    void add(String name, RowKind kind, long rows) {
        int last = listed - 1;
        if (last >= 0 && listedKinds[last] == kind.ordinal() && isSame(name, listedTables[last].name)) {
            listedRows[last] += rows;
            return;
        }
        if (listed == LISTED) {
            putAside();
        }
        listedTables[listed] = table(name);
        listedKinds[listed] = kind.ordinal();
        listedRows[listed++] = rows;
    }

    void settle() {
        for (int i = 0; i < listed; i++) {
            listedTables[i].settled[listedKinds[i]] += listedRows[i];
        }
        end(1);
    }

    void discard() {
        end(0);
    }

    void openWindow() {
        tables.values().forEach(table -> System.arraycopy(table.settled, 0, table.beforeWindow, 0, KINDS));
    }

    /** Rows since the window opened; exact once the writing thread has ended. */
    Map<String, Map<RowKind, Long>> sinceWindow() {
        Map<String, Map<RowKind, Long>> rows = new TreeMap<>();
        tables.forEach((name, table) -> {
            Map<RowKind, Long> kinds = new EnumMap<>(RowKind.class);
            for (RowKind kind : RowKind.values()) {
                long count = table.settled[kind.ordinal()] - table.beforeWindow[kind.ordinal()];
                if (count != 0) {
                    kinds.put(kind, count);
                }
            }
            if (!kinds.isEmpty()) {
                rows.put(name, kinds);
            }
        });
        return rows;
    }

    private Table table(String name) {
        int slot = name.hashCode() & RECENT - 1;
        Table table = recent[slot];
        if (table == null || !isSame(name, table.name)) {
            table = tables.computeIfAbsent(name, Table::new);
            table.name = name;
            recent[slot] = table;
        }
        return table;
    }

    /** The list is full. */
    private void putAside() {
        for (int i = 0; i < listed; i++) {
            Table table = listedTables[i];
            if (!table.touched) {
                table.touched = true;
                touched.add(table);
            }
            table.inFlight[listedKinds[i]] += listedRows[i];
        }
        listed = 0;
    }

    @SuppressWarnings("ReferenceEquality") // others than these objects are found by what they say
    private static boolean isSame(Object one, Object other) {
        return one == other;
    }

    private void end(int share) {
        listed = 0;
        if (touched.isEmpty()) {
            return;
        }
        for (int i = 0; i < touched.size(); i++) { // by index: an iterator would be garbage for each transaction
            Table table = touched.get(i);
            for (int kind = 0; kind < KINDS; kind++) {
                table.settled[kind] += share * table.inFlight[kind];
                table.inFlight[kind] = 0;
            }
            table.touched = false;
        }
        touched.clear();
    }
}
