// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

/**
 * An estimate of how long a run and those behind it take.
 *
 * @param thisSeconds the run that begins now; {@code NaN} where nobody knows
 * @param othersSeconds all behind it; {@code NaN} where nobody knows
 * @param isMost whether there may be fewer of them, or shorter ones
 */
public record RunsLeft(double thisSeconds, double othersSeconds, boolean isMost) {

    /** A run that takes longer than was thought takes nothing away from the others. */
    double secondsAfter(double seconds) {
        return Math.max(0, thisSeconds - seconds) + othersSeconds;
    }

    /** How much of the run is over, from 0 to 1; 0 where nobody knows. */
    double shareAfter(double seconds) {
        return thisSeconds > 0 ? Math.min(1, seconds / thisSeconds) : 0;
    }
}
