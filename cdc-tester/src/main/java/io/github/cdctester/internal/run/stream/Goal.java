// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import java.util.List;

/** The positions or heartbeats that the streams of a run must reach. */
public interface Goal {

    /** The number of bytes is unknown, for example because the server does not report it. */
    long UNKNOWN = -1;

    /** A stream that has reached the goal is not checked again. */
    boolean isReached();

    /** Returns the sum over all streams, or {@link #UNKNOWN}. */
    long bytesLeft();

    List<String> streamsBehind();

    /**
     * Computes the interval between checks: a quarter of the remaining time, estimated from the mean read rate. The end is detected within
     * 1 ms, with fewer than 60 checks in a drain of 1 s. A check per ms would cost more CPU time.
     */
    final class GoalPoll {

        private static final long MIN_NANOS = 1_000_000;
        private static final long MAX_NANOS = 100_000_000;
        private static final int REMAINING_TIME_DIVISOR = 4;

        /** If the remaining bytes are unknown, the interval is 0.5 % of the elapsed time. */
        private static final int ELAPSED_TIME_DIVISOR = 200;

        private final long beganNanos;

        private long firstBytesLeft = Goal.UNKNOWN;
        private long firstNanos;

        public GoalPoll(long nowNanos) {
            beganNanos = nowNanos;
        }

        /** @return 1 ms to 100 ms */
        public long nanosToNextCheck(long nowNanos, long bytesLeft) {
            if (bytesLeft == Goal.UNKNOWN) {
                firstBytesLeft = Goal.UNKNOWN;
                return clamp((nowNanos - beganNanos) / ELAPSED_TIME_DIVISOR);
            }
            if (firstBytesLeft == Goal.UNKNOWN || bytesLeft >= firstBytesLeft) {
                firstBytesLeft = bytesLeft;
                firstNanos = nowNanos;
                return MIN_NANOS;
            }
            double nanosPerByte = (double) (nowNanos - firstNanos) / (firstBytesLeft - bytesLeft);
            return clamp((long) (nanosPerByte * bytesLeft / REMAINING_TIME_DIVISOR));
        }

        private static long clamp(long nanos) {
            return Math.min(MAX_NANOS, Math.max(MIN_NANOS, nanos));
        }
    }
}
