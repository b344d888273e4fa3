// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether the load goes on, and what ended it. Shared by all workers. */
final class LoadState {

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;
    private volatile boolean aborting;

    boolean isStopping() {
        return stopping;
    }

    void stop() {
        stopping = true;
    }

    /** From here on, failures are of our own making: the connections are being closed. */
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
}
