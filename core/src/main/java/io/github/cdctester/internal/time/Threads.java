// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

public final class Threads {

    private Threads() {}

    /**
     * Returns false on timeout. The thread must already have received a request to end. An interrupt does not end the wait, because
     * the thread must finish its work; the interrupt flag is set again afterwards.
     */
    public static boolean await(Thread thread, Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        boolean wasInterrupted = false;
        try {
            while (thread.isAlive()) {
                long remainingNanos = deadlineNanos - System.nanoTime();
                if (remainingNanos <= 0) {
                    return false;
                }
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, remainingNanos);
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
            return true;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
