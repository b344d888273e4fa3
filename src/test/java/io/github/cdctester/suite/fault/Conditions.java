// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How bytes flow at present, through all connections of a proxy. */
final class Conditions {

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

    /** Waits as long as the bytes that were sent take. */
    void sent(int bytes) {
        long limit = bytesPerSecond;
        if (limit > 0) {
            pause(TimeUnit.SECONDS.toNanos(1) * bytes / limit);
        }
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
