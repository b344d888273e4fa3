// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

/**
 * Keeps a thread's interruption back while it cleans up: waiting for a server or for a thread must not fail meanwhile. For
 * the thread that made it, and closed by it.
 */
public final class HeldInterrupt implements AutoCloseable {

    private final boolean interrupted = Thread.interrupted();

    private HeldInterrupt() {}

    /**
     * Clears the calling thread's flag.
     *
     * @return sets it again when it is closed, if it was set
     */
    public static HeldInterrupt hold() {
        return new HeldInterrupt();
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
