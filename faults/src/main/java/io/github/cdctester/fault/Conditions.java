// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** The simulated network conditions of a proxy. A change affects waiting threads immediately. */
final class Conditions {

    private static final long MAX_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean stalled;
    private boolean dumpsStalled;
    private boolean closed;
    private volatile long bytesPerSecond;
    private volatile long delayNanos;

    void stall(boolean stall) {
        change(() -> stalled = stall);
    }

    void stallDumps(boolean stall) {
        change(() -> dumpsStalled = stall);
    }

    void throttle(long limit) {
        change(() -> bytesPerSecond = limit);
    }

    void delay(Duration delay) {
        change(() -> delayNanos = delay.toNanos());
    }

    /** Later calls do not wait. */
    void close() {
        change(() -> closed = true);
    }

    void awaitPassage(boolean isDump) throws IOException {
        long delay = delayNanos;
        if (delay > 0) {
            pause(delay, () -> delayNanos == delay);
        }
        lock.lock();
        try {
            while (!closed && (stalled || dumpsStalled && isDump)) {
                changed.await();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits as long as the bytes take at the limited rate. After a wait that was too long, the next waits are shorter, so that a busy
     * machine also meets the rate. After an idle time, the waits are shortened by at most 20 ms in total.
     *
     * @param previousEndNanos time at which the previous bytes should have been sent completely; 0 for the first bytes
     * @return time at which these bytes should be sent completely; the current time if the rate is not limited
     */
    long awaitSent(int bytes, long previousEndNanos) throws IOException {
        long limit = bytesPerSecond;
        long now = System.nanoTime();
        if (limit == 0) {
            return now;
        }
        long startNanos = previousEndNanos == 0 || previousEndNanos - now > 0
                ? now
                : Math.max(previousEndNanos, now - MAX_LATE_NANOS);
        long endNanos = startNanos + TimeUnit.SECONDS.toNanos(1) * bytes / limit;
        pause(endNanos - now, () -> bytesPerSecond == limit);
        return endNanos;
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pause(long nanos, BooleanSupplier isUnchanged) throws IOException {
        lock.lock();
        try {
            long remainingNanos = nanos;
            while (remainingNanos > 0 && !closed && isUnchanged.getAsBoolean()) {
                remainingNanos = changed.awaitNanos(remainingNanos);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    private static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted while bytes were held back", e);
    }
}
