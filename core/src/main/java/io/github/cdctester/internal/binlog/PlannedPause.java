// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/**
 * A period in which the stream must not be read. The caller then closes the connection, so that a waiting reader returns and the
 * server does not keep an idle dump. The reader waits between two connections. {@link #pass()} is for the reader's thread, all
 * other methods for any thread.
 */
final class PlannedPause {

    private boolean lasts;

    /** True until the reader reaches the pause. The pause may be over by then, but its connection was closed. */
    private volatile boolean due;

    synchronized void begin() {
        lasts = true;
        due = true;
    }

    /** Ends the pause, if there is one. */
    synchronized void end() {
        lasts = false;
        notifyAll();
    }

    /** Returns true if the reader has to call {@link #pass()}. */
    boolean isDue() {
        return due;
    }

    /** Waits for its end. */
    synchronized void pass() throws InterruptedException {
        due = false;
        while (lasts) {
            wait();
        }
    }
}
