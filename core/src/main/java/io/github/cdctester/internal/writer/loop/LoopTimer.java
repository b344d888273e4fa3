// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a task at exact times, because a selector's timeout has a resolution of a millisecond. Each event loop has one.
 */
final class LoopTimer implements Runnable {

    static final long NEVER = Long.MAX_VALUE;

    private final Runnable task;
    private final NanoClock clock;
    private final Thread thread;
    private volatile long dueNanos = NEVER;
    private volatile boolean ended;

    /** Creates the timer of a task, which calls {@link #callAt} with its next time. */
    LoopTimer(Runnable task, NanoClock clock, int number) {
        this.task = task;
        this.clock = clock;
        thread = new Thread(this, "cdc-tester-timer-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Runs the task at a time in place of the earlier one. Called by one thread at a time. */
    void callAt(long nanos) {
        long earlierNanos = dueNanos;
        if (nanos == earlierNanos) {
            return;
        }
        dueNanos = nanos;
        boolean isEarlier = earlierNanos == NEVER || nanos != NEVER && nanos - earlierNanos < 0;
        if (isEarlier && Thread.currentThread() != thread) { // otherwise the thread looks again by itself
            LockSupport.unpark(thread);
        }
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        while (!ended) {
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
