// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commit time of each transaction of the log. If memory is short, the oldest times are dropped. */
public final class CommitTimes {

    public static final long UNKNOWN = Long.MIN_VALUE;

    private static final int SHIFT = 12;
    private static final int CHUNK = 1 << SHIFT;
    private static final long BYTES = (long) CHUNK * Long.BYTES;

    private final LedgerMemory memory;
    private final List<long @Nullable []> chunks = new ArrayList<>();
    private int firstKept;
    private boolean dropped;

    public CommitTimes(LedgerMemory memory) {
        this.memory = memory;
    }

    void set(int index, long micros) {
        int number = index >> SHIFT;
        while (chunks.size() <= number) {
            chunks.add(reserveMemory() ? newChunk() : null);
        }
        long[] chunk = chunks.get(number);
        if (chunk != null) {
            chunk[index & CHUNK - 1] = micros;
        } else {
            dropped = true;
        }
    }

    private static long[] newChunk() {
        long[] chunk = new long[CHUNK];
        java.util.Arrays.fill(chunk, UNKNOWN);
        return chunk;
    }

    private boolean reserveMemory() {
        if (memory.take(BYTES)) {
            return true;
        }
        if (firstKept >= chunks.size()) {
            return false;
        }
        dropped |= chunks.set(firstKept++, null) != null; // the new chunk uses the memory of the oldest
        return true;
    }

    public long get(int index) {
        int number = index >> SHIFT;
        long[] chunk = number < chunks.size() ? chunks.get(number) : null;
        return chunk == null ? UNKNOWN : chunk[index & CHUNK - 1];
    }

    /** Drops the commit times of all transactions before {@code index}, in whole chunks. */
    public void forgetBefore(int index) {
        for (; firstKept < index >> SHIFT && firstKept < chunks.size(); firstKept++) {
            if (chunks.set(firstKept, null) != null) {
                memory.give(BYTES);
            }
        }
    }

    /** Returns true if commit times were dropped that may have been needed. */
    public boolean isIncomplete() {
        return dropped;
    }
}
