// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.util.Locale;

/** The memory limits for the images of all tables, and for one image. */
final class MemoryBudget {

    private static final double MB = 1e6;

    /** A {@link RowStore} addresses 16 GiB. The rest is for the transaction that exceeds the limit. */
    private static final long MAX_STORE_BYTES = 12L << 30;

    /** One transaction may use one fourth of the smaller limit. */
    private static final int TRANSACTION_DIVISOR = 4;

    private final long limitBytes;
    private final long storeLimit;
    private long usedBytes;
    private boolean isStoreFull;

    MemoryBudget(long limit) {
        this(limit, MAX_STORE_BYTES);
    }

    MemoryBudget(long limit, long storeLimit) {
        this.limitBytes = limit;
        this.storeLimit = storeLimit;
    }

    /** Half of the heap is for images. */
    static MemoryBudget ofHeap(long maxHeapBytes) {
        return new MemoryBudget(maxHeapBytes / 2);
    }

    void take(long bytes) {
        usedBytes += bytes;
    }

    void checkStore(long storeBytes) {
        if (storeBytes > storeLimit) {
            recordFullStore();
        }
    }

    void recordFullStore() {
        isStoreFull = true;
    }

    long limitBytes() {
        return limitBytes;
    }

    long transactionLimit() {
        return Math.min(limitBytes, storeLimit) / TRANSACTION_DIVISOR;
    }

    /** Memory is never given back, so this is also the peak. */
    long usedBytes() {
        return usedBytes;
    }

    boolean isExceeded() {
        return usedBytes > limitBytes || isStoreFull;
    }

    String exceededMessage() {
        return isStoreFull
                ? String.format(
                        Locale.ROOT,
                        "the image of one table takes more than %.0f MB, the largest possible: use smaller tables, or"
                                + " fewer inserts",
                        storeLimit / MB)
                : String.format(
                        Locale.ROOT,
                        "the image takes more than %.0f MB, half of this process's heap: use smaller tables, fewer"
                                + " inserts, or a larger heap (-Xmx)",
                        limitBytes / MB);
    }

    String transactionLimitText() {
        return String.format(
                Locale.ROOT,
                "%.0f MB, %s",
                transactionLimit() / MB,
                limitBytes <= storeLimit ? "an eighth of this process's heap" : "the largest possible");
    }
}
