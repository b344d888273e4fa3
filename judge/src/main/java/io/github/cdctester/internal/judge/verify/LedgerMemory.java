// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that all ledgers of a run share, for data that grows with the servers' numbers and sources. A hostile server can create
 * any number; without room, a ledger reports that it is full. Safe for several threads.
 */
public final class LedgerMemory {

    private static final long MAX_BYTES = 64 << 20;
    private static final int SHARE_OF_HEAP = 8;

    private final AtomicLong left;

    public LedgerMemory(long bytes) {
        left = new AtomicLong(bytes);
    }

    /**
     * Takes an eighth of the heap that the process may have, and 64 MiB at most: room for 100 million commits side by side for
     * each 14 MB.
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
