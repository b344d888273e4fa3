// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/**
 * Keeps a thread's interruption back while it cleans up: waiting for a server or for a thread must not fail meanwhile. For
 * the thread that made it, and closed by it.
 */
public final class DeferredInterrupt implements AutoCloseable {

    private final boolean interrupted = Thread.interrupted();

    private DeferredInterrupt() {}

    /** Clears the calling thread's flag: sets it again when it is closed, if it was set. */
    public static DeferredInterrupt hold() {
        return new DeferredInterrupt();
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
