// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stops the workers between two transactions: before the first one, and at the end of the warm-up. The measured part
 * then starts at a moment without open transactions.
 */
public final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changes = lock.newCondition();
    private final int workers;

    private volatile boolean closed = true;
    private int waitingWorkers;
    private int endedWorkers;

    Gate(int workers) {
        this.workers = workers;
    }

    public boolean isClosed() {
        return closed;
    }

    void pass() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waitingWorkers++;
            changes.signalAll();
            while (closed) {
                changes.await();
            }
        } finally {
            waitingWorkers--;
            lock.unlock();
        }
    }

    /** Reports workers that wait at the gate without a thread of their own. */
    public void arrive(int count) {
        change(count, 0);
    }

    /** Lets arrived workers pass; returns false if the gate is closed. */
    public boolean tryPass(int count) {
        lock.lock();
        try {
            waitingWorkers -= closed ? 0 : count;
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Reports that arrived workers no longer wait, although the gate may be closed. */
    public void withdraw(int count) {
        change(-count, 0);
    }

    private void change(int arriving, int leaving) {
        lock.lock();
        try {
            waitingWorkers += arriving;
            endedWorkers += leaving;
            changes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Reports the end of a worker that does not wait. */
    public void leave() {
        change(0, 1);
    }

    void close() {
        closed = true;
    }

    void open() {
        lock.lock();
        try {
            closed = false;
            changes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until each worker is at the gate or has ended. Returns true if any worker remains. */
    boolean awaitAll() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waitingWorkers + endedWorkers < workers) {
                changes.await();
            }
            return endedWorkers < workers;
        } finally {
            lock.unlock();
        }
    }

    boolean awaitEnded(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = nanos;
            while (endedWorkers < workers && remaining > 0) {
                remaining = changes.awaitNanos(remaining);
            }
            return endedWorkers == workers;
        } finally {
            lock.unlock();
        }
    }
}
