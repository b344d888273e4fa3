// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import io.github.cdctester.binlog.rows.RowKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows by table and kind; those of a transaction in flight apart, until it ends. For one writing thread. */
final class RowTally {

    private static final int KINDS = RowKind.values().length;

    private final Map<String, Table> tables = new HashMap<>();
    private final List<Table> touched = new ArrayList<>();

    private static final class Table {
        private final long[] settled = new long[KINDS];
        private final long[] inFlight = new long[KINDS];
        private final long[] beforeWindow = new long[KINDS];
        private boolean touched;
    }

    void add(String name, RowKind kind, long rows) {
        Table table = tables.get(name);
        if (table == null) {
            table = new Table();
            tables.put(name, table);
        }
        if (!table.touched) {
            table.touched = true;
            touched.add(table);
        }
        table.inFlight[kind.ordinal()] += rows;
    }

    void settle() {
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

    private void end(int share) {
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
