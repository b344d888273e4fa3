// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commit times by log index. If memory is short, the oldest are dropped. */
public final class CommitTimes {

    public static final long UNKNOWN = Long.MIN_VALUE;

    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_LENGTH = 1 << CHUNK_SHIFT;
    private static final long CHUNK_BYTES = (long) CHUNK_LENGTH * Long.BYTES;

    private final LedgerMemory memory;
    private final List<long @Nullable []> chunks = new ArrayList<>();
    private int firstStoredChunk;
    private boolean incomplete;

    public CommitTimes(LedgerMemory memory) {
        this.memory = memory;
    }

    void set(int index, long micros) {
        int chunkNumber = index >> CHUNK_SHIFT;
        while (chunks.size() <= chunkNumber) {
            chunks.add(reserveMemory() ? newChunk() : null);
        }
        long[] chunk = chunks.get(chunkNumber);
        if (chunk != null) {
            chunk[index & CHUNK_LENGTH - 1] = micros;
        } else {
            incomplete = true;
        }
    }

    private static long[] newChunk() {
        long[] chunk = new long[CHUNK_LENGTH];
        java.util.Arrays.fill(chunk, UNKNOWN);
        return chunk;
    }

    private boolean reserveMemory() {
        if (memory.take(CHUNK_BYTES)) {
            return true;
        }
        if (firstStoredChunk >= chunks.size()) {
            return false;
        }
        incomplete |=
                chunks.set(firstStoredChunk++, null) != null; // the new chunk reuses the memory of the oldest chunk
        return true;
    }

    public long get(int index) {
        int chunkNumber = index >> CHUNK_SHIFT;
        long[] chunk = chunkNumber < chunks.size() ? chunks.get(chunkNumber) : null;
        return chunk == null ? UNKNOWN : chunk[index & CHUNK_LENGTH - 1];
    }

    /** Returns true if this commit time was dropped, and remembers that a delay is not measured. */
    public boolean recordIfForgotten(int index) {
        boolean isForgotten = index >= 0 && index >> CHUNK_SHIFT < firstStoredChunk;
        incomplete |= isForgotten;
        return isForgotten;
    }

    /** Drops only whole chunks of 4,096 transactions. */
    public void forgetBefore(int index) {
        for (; firstStoredChunk < index >> CHUNK_SHIFT && firstStoredChunk < chunks.size(); firstStoredChunk++) {
            if (chunks.set(firstStoredChunk, null) != null) {
                memory.give(CHUNK_BYTES);
            }
        }
    }

    /** Returns true if some delays may be unknown, because commit times were not stored or were dropped before use. */
    public boolean isIncomplete() {
        return incomplete;
    }
}
