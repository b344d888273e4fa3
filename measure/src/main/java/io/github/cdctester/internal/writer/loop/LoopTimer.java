// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.locks.LockSupport;

/** Runs a task at exact times. A selector's timeout has a resolution of one millisecond. Each event loop has one timer. */
final class LoopTimer implements Runnable {

    static final long NEVER = Long.MAX_VALUE;

    private final Runnable task;
    private final NanoClock clock;
    private final Thread thread;
    private volatile long dueNanos = NEVER;
    private volatile boolean hasEnded;

    /** The task calls {@link #callAt} to set the time of its next run. */
    LoopTimer(Runnable task, NanoClock clock, int number) {
        this.task = task;
        this.clock = clock;
        thread = new Thread(this, "cdc-tester-timer-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Replaces the previously set time. Called by one thread at a time. */
    void callAt(long nanos) {
        long previousNanos = dueNanos;
        if (nanos == previousNanos) {
            return;
        }
        dueNanos = nanos;
        boolean isEarlier = previousNanos == NEVER || nanos != NEVER && nanos - previousNanos < 0;
        if (isEarlier && Thread.currentThread() != thread) { // otherwise the thread reads the new time when it wakes up
            LockSupport.unpark(thread);
        }
    }

    void end() {
        hasEnded = true;
        LockSupport.unpark(thread);
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        while (!hasEnded) {
            long nextNanos = dueNanos;
            if (nextNanos == NEVER) {
                LockSupport.park(this);
                continue;
            }
            long remainingNanos = nextNanos - clock.nanoTime();
            if (remainingNanos > 0) {
                LockSupport.parkNanos(this, remainingNanos);
            } else {
                task.run();
            }
        }
    }
}
