// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import java.util.List;

/** Where the streams of a run are to get to. */
public interface Goal {

    /** A server does not tell how much is left. */
    long UNKNOWN = -1;

    /** Returns true if all streams have reached the goal. A stream that has reached it is not checked again. */
    boolean isReached();

    /** Bytes of the log that are still to come, or {@link #UNKNOWN}. */
    long bytesLeft();

    List<String> missing();

    /**
     * How long to wait before asking again whether the streams have got to where they are to get: a quarter of the time that the
     * rest will take, if it goes on as it did. So the end is seen within a millisecond, and a stretch of a second is asked about
     * fewer than sixty times: a thread that wakes up every millisecond shows in the CPU seconds of a drain.
     */
    final class GoalPoll {

        private static final long SHORTEST_NANOS = 1_000_000;
        private static final long LONGEST_NANOS = 100_000_000;
        private static final int PARTS = 4;

        /** Where it is not known how much is left: the end is seen within half a per cent of the time that it took. */
        private static final int POLLS = 200;

        private final long beganNanos;

        private long firstLeft = Goal.UNKNOWN;
        private long firstNanos;

        public GoalPoll(long nowNanos) {
            beganNanos = nowNanos;
        }

        /**
         * How long to wait.
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
                return SHORTEST_NANOS;
            }
            double nanosPerByte = (double) (nowNanos - firstNanos) / (firstLeft - bytesLeft);
            return bounded((long) (nanosPerByte * bytesLeft / PARTS));
        }

        private static long bounded(long nanos) {
            return Math.min(LONGEST_NANOS, Math.max(SHORTEST_NANOS, nanos));
        }
    }
}
