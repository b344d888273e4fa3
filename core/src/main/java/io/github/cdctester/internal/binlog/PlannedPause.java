// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/**
 * A period in which the stream must not be read. The caller closes the connection, so that a blocked read returns and
 * the server keeps no idle dump. The reader waits before it reconnects. {@link #awaitEnd()} is for the reader's thread;
 * all other methods are thread-safe.
 */
final class PlannedPause {

    private boolean active;

    /**
     * True until the reader reaches the pause. Stays true if the pause ends earlier, because the connection was closed.
     */
    private volatile boolean due;

    synchronized void begin() {
        active = true;
        due = true;
    }

    synchronized void end() {
        active = false;
        notifyAll();
    }

    /** Returns true if the reader has to call {@link #awaitEnd()}. */
    boolean isPending() {
        return due;
    }

    synchronized void awaitEnd() throws InterruptedException {
        due = false;
        while (active) {
            wait();
        }
    }
}
