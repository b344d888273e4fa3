// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.LedgerMemory;

/** What a consumer has of each row: the version that it has shown last, the place in the log of the latest one, and how they came. */
final class ConsumerRows {

    static final long IN_SNAPSHOT = 1;
    static final long FROM_STREAM = 2;
    static final long GONE = 4;
    static final long AT_SERVER = 8;
    private static final int SHIFT = 4;

    private final LongPairMap rows;
    private boolean full;

    ConsumerRows(LedgerMemory memory) {
        rows = new LongPairMap(memory);
    }

    int size() {
        return rows.size();
    }

    /** Where a key is, for the next calls; or {@link LongPairMap#NONE}, which they take, too. */
    int find(long key) {
        return rows.find(key);
    }

    void put(long key, long id, long order, long flags) {
        full |= !rows.put(key, id, order << SHIFT | flags);
    }

    long id(int at) {
        return rows.first(at);
    }

    boolean shows(int at, long id) {
        return at != LongPairMap.NONE && rows.first(at) == id;
    }

    long orderOf(int at) {
        return at == LongPairMap.NONE ? 0 : rows.second(at) >>> SHIFT;
    }

    long flags(int at) {
        return at == LongPairMap.NONE ? 0 : rows.second(at) & (1 << SHIFT) - 1;
    }

    boolean has(int at, long flag) {
        return (flags(at) & flag) != 0;
    }

    /** How many the server has no more. */
    long surplus() {
        long[] surplus = new long[1];
        rows.forEach((key, id, state) -> surplus[0] += (state & (AT_SERVER | GONE)) == 0 && id >= 0 ? 1 : 0);
        return surplus[0];
    }

    boolean isFull() {
        return full;
    }
}
