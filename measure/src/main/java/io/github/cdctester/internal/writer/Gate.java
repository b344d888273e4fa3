// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Pauses the workers between transactions, so that no transaction is open when the measured part starts. */
public final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changes = lock.newCondition();
    private final int workers;

    private volatile boolean isClosed = true;
    private int waitingWorkers;
    private int endedWorkers;

    Gate(int workers) {
        this.workers = workers;
    }

    public boolean isClosed() {
        return isClosed;
    }

    void pass() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waitingWorkers++;
            changes.signalAll();
            while (isClosed) {
                changes.await();
            }
        } finally {
            waitingWorkers--;
            lock.unlock();
        }
    }

    /** Adds workers that wait at the gate without a thread. */
    public void arrive(int count) {
        change(count, 0);
    }

    /** Returns false if the gate is closed. */
    public boolean tryPass(int count) {
        lock.lock();
        try {
            waitingWorkers -= isClosed ? 0 : count;
            return !isClosed;
        } finally {
            lock.unlock();
        }
    }

    public void withdraw(int count) {
        change(-count, 0);
    }

    private void change(int arrivingWorkers, int leavingWorkers) {
        lock.lock();
        try {
            waitingWorkers += arrivingWorkers;
            endedWorkers += leavingWorkers;
            changes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The worker must not be waiting at the gate. */
    public void leave() {
        change(0, 1);
    }

    void close() {
        isClosed = true;
    }

    void open() {
        lock.lock();
        try {
            isClosed = false;
            changes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if all workers wait or have ended. */
    boolean awaitAll(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remainingNanos = nanos;
            while (waitingWorkers + endedWorkers < workers && remainingNanos > 0) {
                remainingNanos = changes.awaitNanos(remainingNanos);
            }
            return waitingWorkers + endedWorkers >= workers;
        } finally {
            lock.unlock();
        }
    }

    boolean awaitEnded(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remainingNanos = nanos;
            while (endedWorkers < workers && remainingNanos > 0) {
                remainingNanos = changes.awaitNanos(remainingNanos);
            }
            return endedWorkers == workers;
        } finally {
            lock.unlock();
        }
    }
}
