// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.ThreadEnd;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that takes a while, done once by a thread of its own. All methods are for the thread that has it done. */
final class BackgroundTask {

    /** What is to be done. */
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }

    /** Longer than a server is waited for when a connection is made or closed. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Work work;
    private final boolean mayBeLeft;
    private final Thread thread;
    private volatile boolean left;
    private volatile boolean done;
    private volatile @Nullable Throwable failure;

    private BackgroundTask(String name, boolean mayBeLeft, Work work) {
        this.work = work;
        this.mayBeLeft = mayBeLeft;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Begins.
     *
     * @param mayBeLeft whether it may be interrupted where its end is wanted; else it is waited for
     */
    static BackgroundTask begin(String name, boolean mayBeLeft, Work work) {
        BackgroundTask chore = new BackgroundTask(name, mayBeLeft, work);
        chore.thread.start();
        return chore;
    }

    private void run() {
        try {
            work.run();
        } catch (InterruptedException e) {
            left = true;
        } catch (Throwable e) { // for who looks next
            failure = e;
        }
        done = true;
    }

    /** Whether it is done; throws what failed. */
    boolean isDone() {
        boolean over = done; // before the failure, which is there by then
        Throwable failed = failure;
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException own) {
            throw own;
        }
        return over;
    }

    /** Asks for its end, if it is one that may be left half-done. */
    void leave() {
        if (mayBeLeft) {
            thread.interrupt();
        }
    }

    /** Waits until the thread is gone, and tells whether it has done all; what failed is known, or of no interest any more. */
    boolean end() {
        leave();
        if (!ThreadEnd.await(thread, PATIENCE)) {
            throw new RunFailedException(thread.getName() + " did not end within " + PATIENCE.toSeconds() + " s");
        }
        return failure == null && !left;
    }
}
