// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes a selector at an exact time, because a selector's own timeout has a resolution of a millisecond. Thread role of
 * one event loop, whose thread calls {@link #wakeAt}.
 */
final class LoopTimer implements Runnable {

    private static final long NEVER = Long.MAX_VALUE;

    private final Selector selector;
    private final Thread thread;
    private final AtomicLong dueNanos = new AtomicLong(NEVER);
    private volatile boolean ended;

    LoopTimer(Selector selector, int number) {
        this.selector = selector;
        thread = new Thread(this, "cdc-tester-timer-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Wakes the selector at a time of {@link System#nanoTime()}, in place of an earlier request. */
    void wakeAt(long nanos) {
        long before = dueNanos.getAndSet(nanos);
        if (before == NEVER || nanos - before < 0) { // otherwise the thread wakes earlier, and looks again
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
            long due = dueNanos.get();
            if (due == NEVER) {
                LockSupport.park(this);
                continue;
            }
            long leftNanos = due - System.nanoTime();
            if (leftNanos > 0) {
                LockSupport.parkNanos(this, leftNanos);
            } else if (dueNanos.compareAndSet(due, NEVER)) {
                selector.wakeup();
            }
        }
    }
}
