// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.judge.verify.LedgerMemory;

/** Maps nonzero longs to pairs of longs, with open addressing and linear probing. At most half full. */
public final class LongPairMap {

    public static final int NONE = -1;

    private static final int MIN_CAPACITY = 16;
    private static final long ENTRY_BYTES = 3 * Long.BYTES;

    private final LedgerMemory memory;
    private long[] keys = new long[MIN_CAPACITY];
    private long[] firsts = new long[MIN_CAPACITY];
    private long[] seconds = new long[MIN_CAPACITY];
    private int size;

    public LongPairMap(LedgerMemory memory) {
        this.memory = memory;
    }

    public int size() {
        return size;
    }

    /** Returns {@link #NONE} if the key is absent. The slot is valid until an entry is added or removed. */
    public int find(long key) {
        if (size == 0) {
            return NONE;
        }
        int slot = slot(key);
        return keys[slot] == 0 ? NONE : slot;
    }

    public long first(int slot) {
        return firsts[slot];
    }

    public long second(int slot) {
        return seconds[slot];
    }

    public void set(int slot, long first, long second) {
        firsts[slot] = first;
        seconds[slot] = second;
    }

    /** Returns false if there is no memory. */
    public boolean put(long key, long first, long second) {
        int slot = slot(key);
        if (keys[slot] == 0) {
            if (2 * (size + 1) > keys.length) {
                if (!memory.take(keys.length * ENTRY_BYTES)) {
                    return false;
                }
                resize(2 * keys.length);
                slot = slot(key);
            }
            keys[slot] = key;
            size++;
        }
        firsts[slot] = first;
        seconds[slot] = second;
        return true;
    }

    /** {@code removed} is a slot that {@link #find} returned. */
    public void removeAt(int removed) {
        int mask = keys.length - 1;
        int hole = removed;
        keys[hole] = 0;
        size--;
        for (int slot = hole + 1 & mask; keys[slot] != 0; slot = slot + 1 & mask) {
            int home = home(keys[slot]);
            // an entry may move into the hole if its home slot is not between the hole and its own slot
            if ((slot - home & mask) >= (slot - hole & mask)) {
                keys[hole] = keys[slot];
                firsts[hole] = firsts[slot];
                seconds[hole] = seconds[slot];
                keys[slot] = 0;
                hole = slot;
            }
        }
    }

    public boolean remove(long key) {
        int slot = find(key);
        if (slot != NONE) {
            removeAt(slot);
        }
        return slot != NONE;
    }

    public void clear() {
        memory.give((keys.length - MIN_CAPACITY) * ENTRY_BYTES);
        keys = new long[MIN_CAPACITY];
        firsts = new long[MIN_CAPACITY];
        seconds = new long[MIN_CAPACITY];
        size = 0;
    }

    /** The visitor must not change the map. */
    public void forEach(Visitor visitor) {
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] != 0) {
                visitor.entry(keys[slot], firsts[slot], seconds[slot]);
            }
        }
    }

    @FunctionalInterface
    public interface Visitor {
        void entry(long key, long first, long second);
    }

    private int home(long key) {
        return (int) (key * 0x9E3779B97F4A7C15L >>> 32) & keys.length - 1;
    }

    private int slot(long key) {
        int slot = home(key);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private void resize(int length) {
        long[] oldKeys = keys;
        long[] oldFirsts = firsts;
        long[] oldSeconds = seconds;
        keys = new long[length];
        firsts = new long[length];
        seconds = new long[length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                firsts[slot] = oldFirsts[i];
                seconds[slot] = oldSeconds[i];
            }
        }
    }

    /** A bounded map with one value per key. When the newer of two tables is full, the older table is dropped. */
    public static final class Recent {
        private final int maxEntries;
        private final LedgerMemory memory;
        private LongPairMap newer;
        private LongPairMap older;

        public Recent(int maxEntries, LedgerMemory memory) {
            this.maxEntries = maxEntries;
            this.memory = memory;
            newer = new LongPairMap(memory);
            older = new LongPairMap(memory);
        }

        public long get(long key, long defaultValue) {
            int slot = newer.find(key);
            if (slot != NONE) {
                return newer.first(slot);
            }
            int olderSlot = older.find(key);
            return olderSlot == NONE ? defaultValue : older.first(olderSlot);
        }

        /** Returns false, and stores nothing, if there is no memory. */
        public boolean put(long key, long value) {
            if (newer.size() >= maxEntries) {
                older.clear();
                older = newer;
                newer = new LongPairMap(memory);
            }
            return newer.put(key, value, 0);
        }

        public void clear() {
            newer.clear();
            older.clear();
        }
    }
}
