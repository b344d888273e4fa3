// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Shared state of all workers: whether the load continues, how many transactions are left, and the reason for its end. */
final class LoadState {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicLong left = new AtomicLong();
    private volatile long limit = UNLIMITED;
    private volatile boolean stopping;
    private volatile boolean aborting;

    boolean isStopping() {
        return stopping;
    }

    void stop() {
        stopping = true;
    }

    /** From here on, failures are expected, because the connections are being closed. */
    void abort() {
        aborting = true;
        stopping = true;
    }

    /** The first failure counts; the others follow from it. */
    void fail(Throwable e) {
        if (!aborting) {
            failure.compareAndSet(null, e);
        }
        stopping = true;
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Returns true if another transaction may start; called right before it. */
    boolean mayStartOne() {
        return limit == UNLIMITED || left.getAndDecrement() > 0;
    }

    /** Sets the number of further transactions; called while no worker runs a transaction. */
    void limitTo(long more) {
        left.set(more);
        limit = more;
    }
}
