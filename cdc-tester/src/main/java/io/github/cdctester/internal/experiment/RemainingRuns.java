// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import java.time.Duration;

/** How long runs one after the other will take: first by their plan, then by what those took that have ended. For one thread. */
public final class RemainingRuns {

    /** Connecting, the end of the stream, and writing things down. */
    private static final double AROUND_A_RUN_SECONDS = 3;

    /** A stream that is at rest is seen to be so after that time. */
    private static final double AT_REST_SECONDS = 2;

    private final double plannedSeconds;
    private double spentSeconds;
    private int ended;

    /**
     * Creates it; no run has ended yet.
     *
     * @param measure of each run; zero where it ends by something else than its time
     * @param settleTimeout how long the stream may take to come to rest between two runs; zero where it is not waited for
     */
    public RemainingRuns(Duration warmUp, Duration measure, Duration settleTimeout) {
        plannedSeconds = measure.isZero()
                ? Double.NaN
                : (warmUp.toMillis() + measure.toMillis()) / 1e3
                        + AROUND_A_RUN_SECONDS
                        + (settleTimeout.isZero() ? 0 : AT_REST_SECONDS);
    }

    /**
     * A run has ended.
     *
     * @param seconds how long it took, with all that was done for it
     */
    public void add(double seconds) {
        spentSeconds += seconds;
        ended++;
    }

    /** Whether the estimate is by runs that have ended. */
    public boolean isMeasured() {
        return ended > 0;
    }

    /**
     * Estimates how long so many runs take.
     *
     * @param runs 0 or more
     * @return seconds; {@code NaN} where nobody knows
     */
    public double seconds(int runs) {
        return runs * (ended > 0 ? spentSeconds / ended : plannedSeconds);
    }
}
