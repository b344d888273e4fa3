// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import java.util.concurrent.TimeUnit;

/** The thread that draws: a few times a second, and at once when something is different. */
final class RepaintThread implements AutoCloseable {

    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PATIENCE_MILLIS = 5_000;

    private final Runnable paint;
    private final Thread thread = new Thread(this::run, "cdc-tester-screen");
    private boolean asked;
    private boolean closed;

    /**
     * Creates it.
     *
     * @param paint draws; keeps what it throws for those who close it
     */
    RepaintThread(Runnable paint) {
        this.paint = paint;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** From any thread, a signal's among them. */
    synchronized void ask() {
        asked = true;
        notifyAll();
    }

    private void run() {
        while (isNext()) {
            paint.run();
        }
    }

    private synchronized boolean isNext() {
        long until = System.nanoTime() + EVERY_NANOS;
        try {
            for (long left = EVERY_NANOS; !asked && !closed && left > 0; left = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            return false; // nobody has a reason to; the picture stands still then
        }
        asked = false;
        return !closed;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
