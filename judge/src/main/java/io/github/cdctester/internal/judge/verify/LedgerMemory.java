// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A memory budget that several ledgers share: a hostile server may send any number of GTIDs and sources. A ledger that gets no
 * more memory reports that it is full. Thread-safe.
 */
public final class LedgerMemory {

    private static final long MAX_BYTES = 64 << 20;
    private static final int HEAP_DIVISOR = 8;

    private final AtomicLong remainingBytes;

    public LedgerMemory(long bytes) {
        remainingBytes = new AtomicLong(bytes);
    }

    /** Returns an eighth of the maximum heap, at most 64 MiB. 100 million commits with consecutive numbers take 16 MB. */
    public static LedgerMemory ofThisProcess() {
        return new LedgerMemory(Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR));
    }

    public boolean take(long bytes) {
        if (remainingBytes.addAndGet(-bytes) >= 0) {
            return true;
        }
        remainingBytes.addAndGet(bytes);
        return false;
    }

    public void give(long bytes) {
        remainingBytes.addAndGet(bytes);
    }
}
