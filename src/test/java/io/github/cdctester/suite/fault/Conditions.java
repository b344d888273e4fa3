// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How bytes flow at present, through all connections of a proxy. */
final class Conditions {

    private static final long MOST_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private boolean stalled;
    private boolean dumpsStalled;
    private volatile long bytesPerSecond;
    private volatile long delayNanos;

    synchronized void stall(boolean stall) {
        stalled = stall;
        notifyAll();
    }

    synchronized void stallDumps(boolean stall) {
        dumpsStalled = stall;
        notifyAll();
    }

    void throttle(long limit) {
        bytesPerSecond = limit;
    }

    void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    /** Waits until bytes that have arrived may go on. */
    void awaitPassage(boolean ofDump) throws InterruptedException {
        if (delayNanos > 0) {
            pause(delayNanos);
        }
        synchronized (this) {
            while (stalled || dumpsStalled && ofDump) {
                wait();
            }
        }
    }

    /**
     * Waits as long as the bytes that were sent take. What a wait was too long is made up for by the next ones, so that the limit is
     * met on a busy machine too; what a line that was idle may have saved up is little.
     *
     * @param freeNanos when the line was to be free again after the last bytes; 0 for the first
     * @return when it is now
     */
    long sent(int bytes, long freeNanos) {
        long limit = bytesPerSecond;
        long now = System.nanoTime();
        if (limit == 0) {
            return now;
        }
        long from = freeNanos == 0 || freeNanos - now > 0 ? now : Math.max(freeNanos, now - MOST_LATE_NANOS);
        long free = from + TimeUnit.SECONDS.toNanos(1) * bytes / limit;
        pause(free - now);
        return free;
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
