// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/**
 * Defers an interrupt that a thread received before its cleanup, so that waiting for a server or a thread does not fail. Must be
 * closed by the thread that created it.
 */
public final class DeferredInterrupt implements AutoCloseable {

    private final boolean wasInterrupted = Thread.interrupted();

    private DeferredInterrupt() {}

    /** Clears the interrupt flag of the calling thread. {@link #close()} restores it. */
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
