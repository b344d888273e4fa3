// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference between two groups of repeats, computed by Welch's test.
 *
 * @param logRatio natural logarithm of the ratio of the geometric means, second group divided by first group
 * @param standardError standard error of {@code logRatio}, above 0
 * @param degreesOfFreedom degrees of freedom of the standard error, above 0
 */
public record Difference(double logRatio, double standardError, double degreesOfFreedom) {

    private static final double PERCENT = 100;

    /** With few runs, the upper end of the interval could otherwise exceed the range of a double. */
    private static final double MAX_LOGARITHM = 500;

    /** A group must have several runs, because the noise of a single run is unknown. */
    public static Difference between(Repeats before, Repeats after, NoiseModel noise) {
        if (!before.hasNoise() || !after.hasNoise()) {
            throw new IllegalArgumentException("the noise of a single run is unknown");
        }
        NoiseModel.Estimate noiseBefore = noise.of(before);
        NoiseModel.Estimate noiseAfter = noise.of(after);
        double squaredErrorBefore = noiseBefore.variance() / before.count();
        double squaredErrorAfter = noiseAfter.variance() / after.count();
        double variance = squaredErrorBefore + squaredErrorAfter;
        double degrees = variance
                * variance
                / (squaredErrorBefore * squaredErrorBefore / noiseBefore.degreesOfFreedom()
                        + squaredErrorAfter * squaredErrorAfter / noiseAfter.degreesOfFreedom());
        return new Difference(
                after.logMean() - before.logMean(), Math.sqrt(variance), Math.min(degrees, noise.degreesOfFreedom()));
    }

    /** The p-value is two-sided. */
    public double pValue() {
        return Math.min(
                1, 2 * TDistribution.of(degreesOfFreedom).survivalProbability(Math.abs(logRatio) / standardError));
    }

    /**
     * @param confidence above 0 and below 1
     * @return the change in percent of the first group's value, at least -100
     */
    public ConfidenceInterval percent(double confidence) {
        double halfWidth =
                standardError * TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - confidence) / 2);
        return new ConfidenceInterval(
                inPercent(logRatio), inPercent(logRatio - halfWidth), inPercent(logRatio + halfWidth), confidence);
    }

    private static double inPercent(double logRatio) {
        return PERCENT * Math.expm1(Math.min(logRatio, MAX_LOGARITHM));
    }
}
