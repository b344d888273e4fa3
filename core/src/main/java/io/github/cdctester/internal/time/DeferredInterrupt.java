// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/** Defers an earlier interrupt, so that it does not disturb a cleanup that waits. Must be closed by the thread that created it. */
public final class DeferredInterrupt implements AutoCloseable {

    private final boolean wasInterrupted = Thread.interrupted();

    private DeferredInterrupt() {}

    /** Clears the interrupt flag, which {@link #close()} restores. */
    public static DeferredInterrupt begin() {
        return new DeferredInterrupt();
    }

    @Override
    public void close() {
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
