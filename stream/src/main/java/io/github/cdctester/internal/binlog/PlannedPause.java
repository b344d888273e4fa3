// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/**
 * A period in which the stream must not be read. The caller closes the connection, so that a blocked read returns and the server
 * keeps no idle dump. {@link #awaitEnd()} is for the reader's thread; all other methods are thread-safe.
 */
final class PlannedPause {

    private boolean isActive;

    /** Stays true until {@link #awaitEnd()}: the reader must reconnect even if the pause has ended. */
    private volatile boolean isDue;

    synchronized void begin() {
        isActive = true;
        isDue = true;
    }

    synchronized void end() {
        isActive = false;
        notifyAll();
    }

    boolean isDue() {
        return isDue;
    }

    synchronized void awaitEnd() throws InterruptedException {
        isDue = false;
        while (isActive) {
            wait();
        }
    }
}
