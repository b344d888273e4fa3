// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Computes how many repeats per side distinguish a change of a given size from measured noise. The number is the smallest
 * {@code n >= 2 s² (t(c) + t(p))² / d²}. {@code s} is the standard deviation of one run's logarithm, {@code d} the logarithm of
 * the change. {@code t} are Student's quantiles at {@code 2n - 2} degrees of freedom, for the two-sided confidence {@code c}
 * and the power {@code p}.
 * <p>Source: S. A. Julious, "Sample sizes for clinical trials with Normal data", Statistics in Medicine 23 (2004), superiority
 * and non-inferiority trials with parallel groups.
 */
public final class RepeatsNeeded {

    /** Minimum repeats per side for a first estimate of the noise. */
    public static final int MIN_REPEATS = 5;

    /** Probability that a real change is detected, or that the confidence interval of equal sides stays within the allowance. */
    private static final double POWER = 0.95;

    private static final double LOG_OF_TEN_PERCENT_LESS = Math.log1p(-0.1);

    private RepeatsNeeded() {}

    /** The text has no full stop. */
    public static String forTenPercent(double noisePercent, double confidence) {
        return "a difference of 10 % nearly always shows with " + of(noisePercent, LOG_OF_TEN_PERCENT_LESS, confidence)
                + " repeats";
    }

    /**
     * Returns at least 2.
     *
     * @param noisePercent standard deviation of one run, in percent; 0 or more
     * @param logChange logarithm of the change's ratio; 0 results in {@link Integer#MAX_VALUE}
     * @param confidence two-sided confidence, above 0 and below 1
     */
    public static int of(double noisePercent, double logChange, double confidence) {
        double ratio = Math.log1p(noisePercent / 100) / Math.abs(logChange);
        long low = 2;
        long high = Integer.MAX_VALUE;
        while (low < high) {
            long repeats = (low + high) / 2;
            TDistribution t = TDistribution.of(2.0 * repeats - 2);
            double sum = t.inverseSurvivalProbability((1 - confidence) / 2) + t.inverseSurvivalProbability(1 - POWER);
            if (repeats < 2 * ratio * ratio * sum * sum) {
                low = repeats + 1;
            } else {
                high = repeats;
            }
        }
        return (int) low;
    }
}
