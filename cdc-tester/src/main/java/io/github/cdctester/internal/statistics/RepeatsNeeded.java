// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Computes how many repeats of each side tell a change of a given size from no change, at a noise that was measured.
 *
 * <p>With {@code n} runs of each side, {@code n} is the smallest number for which {@code n >= 2 s² (t(c) + t(p))² / d²}: {@code s} is the
 * standard deviation of one run's logarithm, {@code d} the logarithm of the change, {@code t} the quantiles of Student's t with
 * {@code 2n - 2} degrees of freedom at the two-sided confidence {@code c} and the power {@code p}. The same number answers both
 * questions: whether a real change of that size is found, and whether the interval of equal sides stays within an allowance of that
 * size. Source: S. A. Julious, "Sample sizes for clinical trials with Normal data", Statistics in Medicine 23 (2004), 1921-1986, superiority and
 * non-inferiority trials with parallel groups.
 */
public final class RepeatsNeeded {

    /** Repeats of each side that a first estimate of the noise should rest on. */
    public static final int FOR_ESTIMATE = 5;

    /** Larger numbers are not computed: nobody makes so many repeats. */
    public static final int MAX = 1_000;

    /** The share of cases in which the change is found, or the allowance is shown to be kept. */
    private static final double POWER = 0.95;

    private RepeatsNeeded() {}

    /**
     * Computes the number.
     *
     * @param noisePercent standard deviation of one run, in percent; above 0
     * @param logChange the logarithm of the change's ratio
     * @param confidence two-sided, above 0 and below 1
     * @return from 2 to {@value #MAX}; {@code MAX + 1} if more are needed
     */
    public static int of(double noisePercent, double logChange, double confidence) {
        double noises = Math.log1p(noisePercent / 100) / Math.abs(logChange);
        int repeats = 2;
        while (repeats <= MAX && repeats < 2 * noises * noises * quantiles(repeats, confidence)) {
            repeats++;
        }
        return repeats;
    }

    private static double quantiles(int repeats, double confidence) {
        TDistribution t = TDistribution.of(2.0 * repeats - 2);
        double sum = t.inverseSurvivalProbability((1 - confidence) / 2) + t.inverseSurvivalProbability(1 - POWER);
        return sum * sum;
    }
}
