// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Window;
import java.time.Duration;

/** Estimates the remaining time: first from the plan, later from ended trials. Not thread-safe. */
public final class TrialTimes {

    private static final double OVERHEAD_SECONDS = 1;

    private static final double IDLE_DETECTION_SECONDS = 2;

    private final double plannedSeconds;
    private double spentSeconds;
    private int endedTrials;

    /**
     * @param measure zero if the end of a run does not depend on time
     * @param settleTimeout maximum wait between two trials; zero for no wait
     */
    public TrialTimes(Duration warmUp, Duration measure, Duration settleTimeout) {
        plannedSeconds = measure.isZero()
                ? Double.NaN
                : (warmUp.toMillis() + measure.toMillis()) / 1e3
                        + OVERHEAD_SECONDS
                        + (settleTimeout.isZero() ? 0 : IDLE_DETECTION_SECONDS);
    }

    static TrialTimes of(Window window, Duration settleTimeout) {
        return new TrialTimes(window.warmUp(), window.measure(), settleTimeout);
    }

    public void add(double seconds) {
        spentSeconds += seconds;
        endedTrials++;
    }

    public boolean isMeasured() {
        return endedTrials > 0;
    }

    /** Returns {@code NaN} if unknown. */
    public double seconds(int trials) {
        return trials * (endedTrials > 0 ? spentSeconds / endedTrials : plannedSeconds);
    }
}
