// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stops the workers between two transactions: before the first one, and at the end of the warm-up. The measured part
 * then starts at a moment without open transactions.
 */
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int workers;

    private volatile boolean closed = true;
    private int waiting;
    private int ended;

    Gate(int workers) {
        this.workers = workers;
    }

    boolean isClosed() {
        return closed;
    }

    void pass() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waiting++;
            changed.signalAll();
            while (closed) {
                changed.await();
            }
        } finally {
            waiting--;
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            ended++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        closed = true;
    }

    void open() {
        lock.lock();
        try {
            closed = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until each worker is at the gate or has ended. Returns true if any worker remains. */
    boolean awaitAll() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting + ended < workers) {
                changed.await();
            }
            return ended < workers;
        } finally {
            lock.unlock();
        }
    }

    boolean awaitEnded(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (ended < workers && left > 0) {
                left = changed.awaitNanos(left);
            }
            return ended == workers;
        } finally {
            lock.unlock();
        }
    }
}
