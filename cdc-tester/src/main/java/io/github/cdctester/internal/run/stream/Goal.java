// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import java.util.List;

/** Goal of the streams of a run. */
public interface Goal {

    /** A server does not report the remaining bytes. */
    long UNKNOWN = -1;

    /** Returns true if all streams have reached the goal. A stream that has reached it is not checked again. */
    boolean isReached();

    /** Bytes of the log that are still to come, or {@link #UNKNOWN}. */
    long bytesLeft();

    List<String> missing();

    /**
     * Interval for checking whether the streams have reached their goal: a quarter of the expected remaining time, at the present
     * pace. So the end is seen within a millisecond, and an interval of a second needs fewer than sixty checks: a thread that wakes
     * up every millisecond would add to the CPU seconds of a drain.
     */
    final class GoalPoll {

        private static final long MIN_NANOS = 1_000_000;
        private static final long MAX_NANOS = 100_000_000;
        private static final int PARTS = 4;

        /** If the remaining bytes are unknown: the end is seen within half a per cent of the elapsed time. */
        private static final int POLLS = 200;

        private final long beganNanos;

        private long firstLeft = Goal.UNKNOWN;
        private long firstNanos;

        public GoalPoll(long nowNanos) {
            beganNanos = nowNanos;
        }

        /**
         * Returns the time to wait.
         *
         * @return nanoseconds, from one millisecond to a hundred
         */
        public long nanos(long nowNanos, long bytesLeft) {
            if (bytesLeft == Goal.UNKNOWN) {
                firstLeft = Goal.UNKNOWN;
                return bounded((nowNanos - beganNanos) / POLLS);
            }
            if (firstLeft == Goal.UNKNOWN || bytesLeft >= firstLeft) {
                firstLeft = bytesLeft;
                firstNanos = nowNanos;
                return MIN_NANOS;
            }
            double nanosPerByte = (double) (nowNanos - firstNanos) / (firstLeft - bytesLeft);
            return bounded((long) (nanosPerByte * bytesLeft / PARTS));
        }

        private static long bounded(long nanos) {
            return Math.min(MAX_NANOS, Math.max(MIN_NANOS, nanos));
        }
    }
}
