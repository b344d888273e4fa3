// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** State that all workers of a load share. */
public final class LoadState {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicLong remainingTransactions = new AtomicLong();
    private volatile long transactionLimit = UNLIMITED;
    private volatile boolean isStopping;
    private volatile boolean isAborting;

    public boolean isStopping() {
        return isStopping;
    }

    void stop() {
        isStopping = true;
    }

    /** Later failures are ignored, because the connections are being closed. */
    void abort() {
        isAborting = true;
        isStopping = true;
    }

    boolean isAborting() {
        return isAborting;
    }

    /** Stores only the first failure, because later failures are its consequences. */
    public void fail(Throwable e) {
        if (!isAborting) {
            failure.compareAndSet(null, e);
        }
        isStopping = true;
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Call it directly before each transaction. Returns false if the transaction limit is reached. */
    public boolean takeTransaction() {
        return transactionLimit == UNLIMITED || remainingTransactions.getAndDecrement() > 0;
    }

    /** Call it while no worker runs a transaction. */
    void limitTo(long transactions) {
        remainingTransactions.set(transactions);
        transactionLimit = transactions;
    }
}
