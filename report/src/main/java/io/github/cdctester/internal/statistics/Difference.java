// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far two groups of repeats are apart, as Welch's test sees it.
 *
 * @param logRatio the logarithm of the second group's typical value by the first one's
 * @param standardError how much that varies, above 0
 * @param degreesOfFreedom how well the standard error is known, above 0
 */
public record Difference(double logRatio, double standardError, double degreesOfFreedom) {

    private static final double PERCENT = 100;

    /** With two nearly unknown runs, the upper end exceeds all numbers; it is limited to a finite one. */
    private static final double LARGEST = 500;

    /** Throws {@code IllegalArgumentException} if a group is one run only: that has no noise to be compared with. */
    public static Difference between(Repeats before, Repeats after, NoiseModel noise) {
        if (!before.hasNoise() || !after.hasNoise()) {
            throw new IllegalArgumentException("one run has no noise to be seen");
        }
        NoiseModel.Estimate noiseBefore = noise.of(before);
        NoiseModel.Estimate noiseAfter = noise.of(after);
        double first = noiseBefore.variance() / before.count();
        double second = noiseAfter.variance() / after.count();
        double both = first + second;
        double degrees = both
                * both
                / (first * first / noiseBefore.degreesOfFreedom() + second * second / noiseAfter.degreesOfFreedom());
        return new Difference(
                after.logMean() - before.logMean(), Math.sqrt(both), Math.min(degrees, noise.degreesOfFreedom()));
    }

    /** How often noise alone would make a difference like this, to either side. Returns 0 to 1. */
    public double pValue() {
        return Math.min(
                1, 2 * TDistribution.of(degreesOfFreedom).survivalProbability(Math.abs(logRatio) / standardError));
    }

    /**
     * The change from the first group to the second.
     *
     * @param confidence above 0 and below 1
     * @return the change in percent of the first, -100 and more
     */
    public ConfidenceInterval percent(double confidence) {
        double half =
                standardError * TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - confidence) / 2);
        return new ConfidenceInterval(
                inPercent(logRatio), inPercent(logRatio - half), inPercent(logRatio + half), confidence);
    }

    private static double inPercent(double logRatio) {
        return PERCENT * Math.expm1(Math.min(logRatio, LARGEST));
    }
}
