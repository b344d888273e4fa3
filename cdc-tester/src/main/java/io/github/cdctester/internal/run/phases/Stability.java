// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;

/**
 * When a rate counts as stable: its change over a stretch of time is inside of its own noise, and small. {@link StableRate}
 * says how that is found.
 *
 * @param over the stretch, in whole seconds, from 10 s to an hour
 * @param withinPercent the largest change, in per cent of the mean rate, however much noise there is; more than 0, at most 100
 */
public record Stability(Duration over, double withinPercent) {

    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final double ALL = 100;

    /** No more than five per cent in a minute. */
    public static final Stability DEFAULT = new Stability(Duration.ofMinutes(1), 5);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if one of them is outside of what is said above
     */
    public Stability {
        if (over.compareTo(SHORTEST) < 0 || over.compareTo(LONGEST) > 0 || over.toNanosPart() != 0) {
            throw new InvalidPlanException("stable", over, "a change over whole seconds, from 10 s to 1 h");
        }
        if (!(withinPercent > 0 && withinPercent <= ALL)) {
            throw new InvalidPlanException("stable", withinPercent, "within more than 0 and at most 100 per cent");
        }
    }

    /** Seconds, and so samples, that are looked at. */
    int seconds() {
        return Math.toIntExact(over.toSeconds());
    }
}
