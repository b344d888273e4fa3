// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.HashMap;
import java.util.Map;

/** Reports of transactions that the log has not shown yet, by source or file and by number. */
final class PendingReports {

    /**
     * A source or a file.
     *
     * @param high of a GTID's source, or 0
     * @param low of a GTID's source, or 0
     * @param name a GTID's tag, or a log file
     */
    record Key(long high, long low, String name) {

        boolean isFile() {
            return high == 0 && low == 0 && !name.isEmpty();
        }
    }

    /** A consumer that makes them up must not fill the memory. */
    private static final int MOST_KEYS = 1_024;

    private final LedgerMemory memory;
    private final Map<Key, LongPairMap> tables = new HashMap<>();
    private long size;
    private long takenOrdinal;
    private long takenMicros;

    PendingReports(LedgerMemory memory) {
        this.memory = memory;
    }

    boolean isEmpty() {
        return size == 0;
    }

    Map<Key, LongPairMap> tables() {
        return tables;
    }

    /** Adds a report, or marks the one that is there as repeated; says whether there was room. */
    boolean add(Key key, long number, long ordinal, long micros) {
        LongPairMap table = tables.get(key);
        if (table == null) {
            if (tables.size() == MOST_KEYS) {
                return false;
            }
            table = new LongPairMap(memory);
            tables.put(key, table);
        }
        int at = table.find(number);
        if (at != LongPairMap.NONE) {
            table.set(at, -Math.abs(table.first(at)), table.second(at));
            return true;
        }
        size++;
        return table.put(number, ordinal, micros);
    }

    /** Takes a report out; says whether it was there. */
    boolean take(Key key, long number) {
        LongPairMap table = tables.get(key);
        int at = table == null ? LongPairMap.NONE : table.find(number);
        if (table == null || at == LongPairMap.NONE) {
            return false;
        }
        takenOrdinal = table.first(at);
        takenMicros = table.second(at);
        table.removeAt(at);
        size--;
        return true;
    }

    long takenOrdinal() {
        return Math.abs(takenOrdinal);
    }

    long takenMicros() {
        return takenMicros;
    }

    boolean wasRepeated() {
        return takenOrdinal < 0;
    }
}
