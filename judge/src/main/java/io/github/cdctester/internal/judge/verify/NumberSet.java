// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A set of numbers: one bit each, in blocks of {@value #BLOCK_BITS} bits. Empty blocks are freed, except the latest. */
public final class NumberSet {

    static final int BLOCK_BITS = 4_096;

    private static final int BLOCK_SHIFT = 12;

    /** Includes the block's entry in the map. */
    static final int BLOCK_BYTES = 640;

    private final LedgerMemory memory;
    private final Map<Long, BitSet> blocks = new HashMap<>();

    /** Stays allocated even if empty, because the next number is most likely in the same block. */
    private BitSet latestBlock = new BitSet(BLOCK_BITS);

    private long latestBlockIndex = -1;
    private long size;

    public NumberSet(LedgerMemory memory) {
        this.memory = memory;
    }

    public long size() {
        return size;
    }

    /** Returns false if there is no memory for a new block. */
    public boolean add(long number) {
        if (number >>> BLOCK_SHIFT != latestBlockIndex) {
            switchTo(number >>> BLOCK_SHIFT);
        }
        if (latestBlock.isEmpty() && !memory.take(BLOCK_BYTES)) {
            return false;
        }
        size += latestBlock.get(bit(number)) ? 0 : 1;
        latestBlock.set(bit(number));
        return true;
    }

    private void switchTo(long blockIndex) {
        boolean isReusable = latestBlock.isEmpty();
        if (isReusable) {
            blocks.remove(latestBlockIndex);
        }
        BitSet existing = blocks.get(blockIndex);
        latestBlock = existing != null ? existing : isReusable ? latestBlock : new BitSet(BLOCK_BITS);
        latestBlockIndex = blockIndex;
        blocks.put(blockIndex, latestBlock);
    }

    private @Nullable BitSet block(long number) {
        return number >>> BLOCK_SHIFT == latestBlockIndex ? latestBlock : blocks.get(number >>> BLOCK_SHIFT);
    }

    private static int bit(long number) {
        return (int) (number & BLOCK_BITS - 1);
    }

    public boolean contains(long number) {
        BitSet block = size == 0 ? null : block(number);
        return block != null && block.get(bit(number));
    }

    boolean remove(long number) {
        BitSet block = size == 0 ? null : block(number);
        if (block == null || !block.get(bit(number))) {
            return false;
        }
        block.clear(bit(number));
        size--;
        if (block.isEmpty()) {
            memory.give(BLOCK_BYTES);
            if (number >>> BLOCK_SHIFT != latestBlockIndex) {
                blocks.remove(number >>> BLOCK_SHIFT);
            }
        }
        return true;
    }

    LongStream lowest(int limit) {
        return blocks.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMapToLong(
                        block -> block.getValue().stream().mapToLong(bit -> (block.getKey() << BLOCK_SHIFT) + bit))
                .limit(limit);
    }

    public void clear() {
        blocks.values().stream().filter(block -> !block.isEmpty()).forEach(block -> memory.give(BLOCK_BYTES));
        blocks.clear();
        latestBlock = new BitSet(BLOCK_BITS);
        latestBlockIndex = -1;
        size = 0;
    }
}
