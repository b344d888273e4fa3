// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds the workers between two transactions: before the first one, and at the end of the warm-up, so that the measured part begins
 * at a point if nothing is half done.
 */
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int workers;

    private volatile boolean closed = true;
    private int waiting;
    private int gone;

    Gate(int workers) {
        this.workers = workers;
    }

    boolean isClosed() {
        return closed;
    }

    /** A worker is at the gate; returns when it is open. */
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
            gone++;
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

    /** Waits until no worker is on its way; returns whether there is still one left. */
    boolean awaitAll() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting + gone < workers) {
                changed.await();
            }
            return gone < workers;
        } finally {
            lock.unlock();
        }
    }

    boolean awaitGone(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (gone < workers && left > 0) {
                left = changed.awaitNanos(left);
            }
            return gone == workers;
        } finally {
            lock.unlock();
        }
    }
}
