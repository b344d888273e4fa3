// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory budget that all ledgers of a run share, for data that grows with the servers' numbers and sources. A hostile server
 * may send any number of these, so a ledger without memory reports that it is full. Thread-safe.
 */
public final class LedgerMemory {

    private static final long MAX_BYTES = 64 << 20;
    private static final int SHARE_OF_HEAP = 8;

    private final AtomicLong left;

    public LedgerMemory(long bytes) {
        left = new AtomicLong(bytes);
    }

    /**
     * Returns a budget of an eighth of the maximum heap, at most 64 MiB. 100 million commits with consecutive numbers take 14 MB.
     */
    public static LedgerMemory ofThisProcess() {
        return new LedgerMemory(Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    public boolean take(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    public void give(long bytes) {
        left.addAndGet(bytes);
    }
}
