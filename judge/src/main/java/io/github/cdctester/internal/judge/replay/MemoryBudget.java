// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.util.Locale;

/** The memory limit for the images of all tables, and the memory in use. */
final class MemoryBudget {

    private static final double MB = 1e6;

    /** A {@link RowStore} addresses 16 GiB. The rest is for the transaction that exceeds the budget. */
    private static final long MAX_LIMIT = 12L << 30;

    private final long limit;
    private long used;

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** Returns a budget of half the maximum heap, but at most 12 GiB. */
    static MemoryBudget ofHeap(long maxHeapBytes) {
        return new MemoryBudget(Math.min(maxHeapBytes / 2, MAX_LIMIT));
    }

    void take(long bytes) {
        used += bytes;
    }

    long limit() {
        return limit;
    }

    /** Returns the used bytes. Memory is never given back, so this is also the peak. */
    long used() {
        return used;
    }

    boolean isExceeded() {
        return used > limit;
    }

    String exceededMessage() {
        return String.format(
                Locale.ROOT,
                "the image takes more than %.0f MB, %s",
                limit / MB,
                limit == MAX_LIMIT
                        ? "the largest possible: use smaller tables, or fewer inserts"
                        : "half of this process's heap: use smaller tables, fewer inserts, or a larger heap (-Xmx)");
    }
}
