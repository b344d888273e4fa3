// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts rows by table and kind of change. Rows of the open transaction are counted separately until it ends. For one writing
 * thread. The cache compares table names by identity.
 */
final class RowTally implements ChangedRows {

    private static final int CACHE_SIZE = 256;
    private static final int KINDS = RowKind.values().length;

    private final int maxTables;
    private final Map<String, Count[]> counts = new HashMap<>();
    private final @Nullable Count[] cache = new Count[CACHE_SIZE];

    private Count[] changedCounts = new Count[16];

    private int changedCount;

    private static final class Count {
        private String name;
        private long inFlight;
        private long settled;
        private long beforeWindow;

        private Count(String name) {
            this.name = name;
        }
    }

    /** {@code maxTables} limits separately counted tables. Further tables are counted as {@link StreamMeter#OTHER_TABLES}. */
    RowTally(int maxTables) {
        this.maxTables = maxTables;
    }

    void add(String name, RowKind rowKind, long rows) {
        int kind = rowKind.ordinal();
        Count count = cache[cacheIndex(name, kind)];
        if (count == null || !isSame(name, count.name)) {
            count = findCount(name, kind);
        }
        if (count.inFlight == 0 && rows != 0) {
            addChanged(count);
        }
        count.inFlight += rows;
    }

    @Override
    public void inserted(String table, long rows) {
        add(table, RowKind.INSERT, rows);
    }

    @Override
    public void updated(String table, long rows) {
        add(table, RowKind.UPDATE, rows);
    }

    @Override
    public void deleted(String table, long rows) {
        add(table, RowKind.DELETE, rows);
    }

    @Override
    public void onCommit() {
        settle();
    }

    @Override
    public void onRollback() {
        discard();
    }

    long settle() {
        long rows = 0;
        for (int i = 0; i < changedCount; i++) {
            Count count = changedCounts[i];
            rows += count.inFlight;
            count.settled += count.inFlight;
            count.inFlight = 0;
        }
        changedCount = 0;
        return rows;
    }

    void discard() {
        for (int i = 0; i < changedCount; i++) {
            changedCounts[i].inFlight = 0;
        }
        changedCount = 0;
    }

    void openWindow() {
        for (Count[] kinds : counts.values()) {
            for (Count count : kinds) {
                count.beforeWindow = count.settled;
            }
        }
    }

    /** Exact only after the writing thread has ended. */
    Map<String, Map<RowKind, Long>> rowsSinceWindow() {
        Map<String, Map<RowKind, Long>> rows = new TreeMap<>();
        counts.forEach((name, countsByKind) -> {
            Map<RowKind, Long> kinds = new EnumMap<>(RowKind.class);
            for (RowKind kind : RowKind.values()) {
                Count count = countsByKind[kind.ordinal()];
                if (count.settled != count.beforeWindow) {
                    kinds.put(kind, count.settled - count.beforeWindow);
                }
            }
            if (!kinds.isEmpty()) {
                rows.put(name, kinds);
            }
        });
        return rows;
    }

    /** Different kinds of the same table have different indexes. */
    private static int cacheIndex(String name, int kind) {
        return name.hashCode() * KINDS + kind & CACHE_SIZE - 1;
    }

    private Count findCount(String name, int kind) {
        Count[] kinds = counts.get(name);
        if (kinds == null) {
            kinds = counts.computeIfAbsent(
                    counts.size() < maxTables ? name : StreamMeter.OTHER_TABLES, RowTally::newCounts);
        }
        Count count = kinds[kind];
        count.name = name;
        cache[cacheIndex(name, kind)] = count;
        return count;
    }

    private static Count[] newCounts(String name) {
        Count[] kinds = new Count[KINDS];
        for (int kind = 0; kind < KINDS; kind++) {
            kinds[kind] = new Count(name);
        }
        return kinds;
    }

    private void addChanged(Count count) {
        if (changedCount == changedCounts.length) {
            changedCounts = Arrays.copyOf(changedCounts, 2 * changedCount);
        }
        changedCounts[changedCount++] = count;
    }

    @SuppressWarnings("ReferenceEquality") // the map finds a different object with the same text
    private static boolean isSame(Object first, Object second) {
        return first == second;
    }
}
