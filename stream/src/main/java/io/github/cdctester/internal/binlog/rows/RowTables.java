// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Recent tables by id. A server assigns a new id after a definition change or a cache eviction, and never reports the end of an id.
 * A full young generation therefore replaces the old one, and unused tables are dropped.
 */
final class RowTables {

    /** Limit for each generation; about 12,000 small tables. */
    private static final long MAX_WEIGHT_BYTES = 8L << 20;

    private static final int INITIAL_SLOTS = 64;

    private @Nullable RowTable[] youngTables = new RowTable[INITIAL_SLOTS];
    private @Nullable RowTable[] oldTables = new RowTable[INITIAL_SLOTS];
    private int youngCount;
    private long youngWeight;
    private @Nullable RowTable lastTable;

    @Nullable
    RowTable get(long id) {
        RowTable table = lastTable;
        if (table != null && table.id() == id) {
            return table;
        }
        table = youngTables[slot(youngTables, id)];
        if (table == null) {
            table = oldTables[slot(oldTables, id)];
            if (table == null) {
                return null;
            }
            put(table);
        }
        lastTable = table;
        return table;
    }

    /**
     * Parses only changed definitions. Stores the table of an invalid complete event as unknown. Returns false if more bytes are
     * needed.
     */
    boolean onTableMap(ByteBuffer buffer, int index, int bytes, boolean isComplete) {
        int from = index + RowTableParser.DEFINITION_OFFSET;
        int availableBytes = bytes - RowTableParser.DEFINITION_OFFSET;
        if (availableBytes < 0) {
            return false;
        }
        long id = RowEventHead.tableId(buffer, index);
        RowTable knownTable = get(id);
        if (knownTable != null && knownTable.isAnnouncedBy(buffer, from, availableBytes)) {
            return true;
        }
        if (knownTable != null && !isComplete && availableBytes < knownTable.definitionBytes()) {
            return false; // the definition may be unchanged
        }
        RowTable parsedTable = RowTableParser.parse(id, buffer, from, availableBytes);
        if (parsedTable == null && !isComplete) {
            return false;
        }
        put(parsedTable == null ? RowTable.unknown(id) : parsedTable);
        return true;
    }

    void put(RowTable table) {
        lastTable = table;
        int slot = slot(youngTables, table.id());
        RowTable replacedTable = youngTables[slot];
        if (replacedTable != null) {
            youngWeight += table.weight() - replacedTable.weight();
            youngTables[slot] = table;
            return;
        }
        if (youngWeight > MAX_WEIGHT_BYTES) {
            oldTables = youngTables;
            youngTables = new RowTable[INITIAL_SLOTS];
            youngCount = 0;
            youngWeight = 0;
        } else if (2 * youngCount >= youngTables.length) {
            grow();
        }
        youngTables[slot(youngTables, table.id())] = table;
        youngCount++;
        youngWeight += table.weight();
    }

    /** Returns {@code null} if the young generation is full. */
    @Nullable
    RowsPattern addPattern(RowTable table, RowEventType type) {
        if (youngWeight > MAX_WEIGHT_BYTES) {
            return null;
        }
        youngWeight += RowsPattern.WEIGHT;
        return table.addPattern(type);
    }

    private void grow() {
        @Nullable RowTable[] larger = new RowTable[2 * youngTables.length];
        for (RowTable table : youngTables) {
            if (table != null) {
                larger[slot(larger, table.id())] = table;
            }
        }
        youngTables = larger;
    }

    /** May return a free slot. At most half of the slots are used. */
    private static int slot(@Nullable RowTable[] tables, long id) {
        int mask = tables.length - 1;
        int slot = (int) (id * 0x9E37_79B9_7F4A_7C15L >>> 40) & mask;
        for (RowTable table = tables[slot]; table != null && table.id() != id; table = tables[slot]) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
