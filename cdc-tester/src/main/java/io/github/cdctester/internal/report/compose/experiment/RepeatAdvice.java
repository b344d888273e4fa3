// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.statistics.RepeatsNeeded;

/** Advises how many repeats show a difference of 10 % in 95 of 100 cases, at the noise that was measured. */
public final class RepeatAdvice {

    /** A fall of 10 %, which needs a little more than a rise. */
    private static final double TENTH_LESS = Math.log1p(-0.1);

    private RepeatAdvice() {}

    /**
     * Computes the number.
     *
     * @param noisePercent standard deviation of one run, in percent; above 0
     * @param confidence of the interval, above 0 and below 1
     */
    public static int repeats(double noisePercent, double confidence) {
        return RepeatsNeeded.of(noisePercent, TENTH_LESS, confidence);
    }

    /** The number in words, such as {@code 19} or {@code more than 1000}. */
    public static String words(int repeats) {
        return repeats > RepeatsNeeded.MAX ? "more than " + RepeatsNeeded.MAX : String.valueOf(repeats);
    }
}
