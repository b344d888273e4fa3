// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

/**
 * A time in which somebody wants a stream not to be read. Whoever asks ends the connection after that, so that a reader which
 * waits for bytes notices, and the server does not keep a dump that nobody takes. The reader passes the time between two
 * connections. {@link #pass()} is for the reader's thread, all else for any.
 */
final class PlannedPause {

    private boolean lasts;

    /** True if the reader has not come to it yet; it may even be over by then, but the connection was ended for it. */
    private volatile boolean due;

    synchronized void begin() {
        lasts = true;
        due = true;
    }

    /** Lets it end; nothing happens if there is none. */
    synchronized void end() {
        lasts = false;
        notifyAll();
    }

    /** Returns true if the reader is to pass it. */
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
