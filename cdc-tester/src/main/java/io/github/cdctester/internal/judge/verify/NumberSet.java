// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A set of transaction numbers that come and go: a bit each, in blocks of {@value #BLOCK} that are made when a number comes
 * and given back when the last one goes. Its memory follows the numbers that are in it, not those that ever were.
 */
public final class NumberSet {

    static final int BLOCK = 4_096;

    private static final int BLOCK_SHIFT = 12;
    private static final int WORDS = BLOCK / Long.SIZE;

    private static final long[] NO_BLOCK = {};

    /** With its places in the table, which is between an eighth and a half full. */
    static final int BLOCK_BYTES = 640;

    private static final int SMALLEST = 16;

    private final LedgerMemory memory;

    /** Open addressing: the block's number plus one, or 0; linear probing. */
    private long[] keys = new long[SMALLEST];

    private long[][] blocks = new long[SMALLEST][];
    private int[] counts = new int[SMALLEST];
    private int blockCount;
    private long[] spare = new long[WORDS];
    private long size;

    /** {@code memory}: where its blocks are taken from, and given back to. */
    public NumberSet(LedgerMemory memory) {
        this.memory = memory;
    }

    /** Counts. */
    public long size() {
        return size;
    }

    /** Adds a number. */
    public boolean add(long number) {
        long key = (number >>> BLOCK_SHIFT) + 1;
        int slot = slot(key);
        if (keys[slot] == 0) {
            if (!memory.take(BLOCK_BYTES)) {
                return false;
            }
            if (2 * blockCount >= keys.length) {
                resize(2 * keys.length);
                slot = slot(key);
            }
            keys[slot] = key;
            blocks[slot] = spare.length == 0 ? new long[WORDS] : spare;
            spare = NO_BLOCK;
            blockCount++;
        }
        long bit = 1L << number;
        int word = (int) (number & BLOCK - 1) >>> 6;
        if ((blocks[slot][word] & bit) == 0) {
            blocks[slot][word] |= bit;
            counts[slot]++;
            size++;
        }
        return true;
    }

    public boolean contains(long number) {
        if (size == 0) {
            return false;
        }
        int slot = slot((number >>> BLOCK_SHIFT) + 1);
        return keys[slot] != 0 && (blocks[slot][(int) (number & BLOCK - 1) >>> 6] & 1L << number) != 0;
    }

    /** Takes a number out; says whether it was in it. */
    boolean remove(long number) {
        if (size == 0) {
            return false;
        }
        int slot = slot((number >>> BLOCK_SHIFT) + 1);
        long bit = 1L << number;
        int word = (int) (number & BLOCK - 1) >>> 6;
        if (keys[slot] == 0 || (blocks[slot][word] & bit) == 0) {
            return false;
        }
        blocks[slot][word] &= ~bit;
        size--;
        if (--counts[slot] == 0) {
            free(slot);
        }
        return true;
    }

    /** The lowest numbers, in order. */
    LongStream lowest(int most) {
        return IntStream.range(0, keys.length)
                .filter(slot -> keys[slot] != 0)
                .boxed()
                .sorted(Comparator.comparingLong(slot -> keys[slot]))
                .flatMapToLong(slot ->
                        BitSet.valueOf(blocks[slot]).stream().mapToLong(bit -> (keys[slot] - 1 << BLOCK_SHIFT) + bit))
                .limit(most);
    }

    void clear() {
        memory.give((long) blockCount * BLOCK_BYTES);
        keys = new long[SMALLEST];
        blocks = new long[SMALLEST][];
        counts = new int[SMALLEST];
        blockCount = 0;
        size = 0;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Takes a block out, and moves those behind it up to where they are looked for. */
    private void free(int emptied) {
        spare = blocks[emptied];
        int mask = keys.length - 1;
        int hole = emptied;
        set(hole, 0, NO_BLOCK, 0);
        blockCount--;
        memory.give(BLOCK_BYTES);
        for (int slot = hole + 1 & mask; keys[slot] != 0; slot = slot + 1 & mask) {
            long key = keys[slot];
            long[] block = blocks[slot];
            int count = counts[slot];
            set(slot, 0, NO_BLOCK, 0);
            set(slot(key), key, block, count);
        }
        if (keys.length > SMALLEST && 8 * blockCount < keys.length) {
            resize(keys.length / 2);
        }
    }

    private void resize(int length) {
        long[] oldKeys = keys;
        long[][] oldBlocks = blocks;
        int[] oldCounts = counts;
        keys = new long[length];
        blocks = new long[keys.length][];
        counts = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                set(slot(oldKeys[i]), oldKeys[i], oldBlocks[i], oldCounts[i]);
            }
        }
    }

    private void set(int slot, long key, long[] block, int count) {
        keys[slot] = key;
        blocks[slot] = block;
        counts[slot] = count;
    }
}
