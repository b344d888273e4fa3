// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import java.time.Duration;
import java.util.List;

/**
 * How a run is repeated.
 *
 * @param repeats runs of each step, 1 to {@value #MOST_REPEATS}
 * @param until comparisons that end the sweep after the step of which one of them is true: of more than half of its runs
 * @param settleTimeout how long to wait between two runs for the stream to be at rest, at most a day; zero not to wait
 */
public record SweepPlan(SweepAxis axis, int repeats, List<Limit> until, OnError onError, Duration settleTimeout) {

    public static final int MOST_REPEATS = 1_000;

    public static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration LONGEST = Duration.ofDays(1);

    public SweepPlan {
        until = List.copyOf(until);
        if (repeats < 1 || repeats > MOST_REPEATS) {
            throw new InvalidPlanException("repeats", repeats, "a whole number from 1 to " + MOST_REPEATS);
        }
        checkSettling(settleTimeout);
    }

    static void checkSettling(Duration timeout) {
        if (timeout.isNegative() || timeout.compareTo(LONGEST) > 0) {
            throw new InvalidPlanException("settleTimeout", timeout.toSeconds() + " s", "a duration from 0 to one day");
        }
    }
}
