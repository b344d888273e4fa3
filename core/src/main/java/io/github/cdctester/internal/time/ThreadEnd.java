// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for one of the tester's threads to end. */
public final class ThreadEnd {

    private ThreadEnd() {}

    /**
     * Waits until a thread ends; false on timeout. An interrupt of the caller is deferred until afterwards, because
     * the thread must
     * finish its work.
     *
     * @param thread a thread that was requested to end
     */
    public static boolean await(Thread thread, Duration timeout) {
        long untilNanos = System.nanoTime() + timeout.toNanos();
        boolean interrupted = false;
        try {
            while (thread.isAlive()) {
                long remainingNanos = untilNanos - System.nanoTime();
                if (remainingNanos <= 0) {
                    return false;
                }
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, remainingNanos);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
