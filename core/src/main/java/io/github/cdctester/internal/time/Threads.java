// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for one of the tester's threads to end. */
public final class Threads {

    private Threads() {}

    /**
     * Waits until a thread ends. Returns false on timeout. If the caller is interrupted, it continues to wait, because
     * the thread must finish its work; the interrupt flag is set again afterwards.
     *
     * @param thread a thread that has already received a request to end
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
