// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.Collection;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The variation of a value from run to run, estimated from repeats.
 *
 * @param common the estimate that all groups share; {@code null} if each group has its own, as in Welch's test
 */
public record NoiseModel(@Nullable Estimate common) {

    /**
     * Variance of a standard deviation of 0.05 %. Values are recorded with a precision of 0.1 %, so repeats may be equal by
     * chance.
     */
    static final double MIN_VARIANCE = 0.0005 * 0.0005;

    /** A common estimate needs at least this many groups. */
    private static final int MIN_GROUPS = 8;

    /** On average. With fewer repeats, equality of the noise cannot be tested. */
    private static final int MIN_REPEATS = 4;

    /** Probability that Bartlett's test rejects groups with equal noise. */
    private static final double FALSE_REJECTION_PROBABILITY = 0.01;

    /** The estimated variance of the logarithm of one run's value. Both numbers are above 0. */
    public record Estimate(double variance, double degreesOfFreedom) {}

    /** Each group has its own estimate. */
    public static NoiseModel separate() {
        return new NoiseModel(null);
    }

    /**
     * Groups share one estimate if at least {@value #MIN_GROUPS} groups have repeats, {@value #MIN_REPEATS} or more on average,
     * and there is no evidence of different noise. Otherwise each group has its own.
     */
    public static NoiseModel pooledOver(Collection<Repeats> groups) {
        List<Repeats> repeatedGroups = groups.stream().filter(Repeats::hasNoise).toList();
        double averageRepeats =
                repeatedGroups.stream().mapToInt(Repeats::count).average().orElse(0);
        return repeatedGroups.size() < MIN_GROUPS || averageRepeats < MIN_REPEATS
                ? separate()
                : new NoiseModel(commonEstimate(repeatedGroups));
    }

    /** Returns {@code null} if Bartlett's test rejects equal noise. */
    private static @Nullable Estimate commonEstimate(List<Repeats> groups) {
        double totalDegrees = 0;
        double sumOfSquares = 0;
        double sumOfLogarithms = 0;
        double sumOfInverses = 0;
        for (Repeats group : groups) {
            double degrees = group.count() - 1.0;
            double variance = variance(group);
            totalDegrees += degrees;
            sumOfSquares += degrees * variance;
            sumOfLogarithms += degrees * Math.log(variance);
            sumOfInverses += 1 / degrees;
        }
        double pooledVariance = sumOfSquares / totalDegrees;
        double degreesOfTest = groups.size() - 1.0;
        double correction = 1 + (sumOfInverses - 1 / totalDegrees) / (3 * degreesOfTest);
        double testStatistic = Math.max(0, (totalDegrees * Math.log(pooledVariance) - sumOfLogarithms) / correction);
        return ChiSquaredDistribution.of(degreesOfTest).survivalProbability(testStatistic) < FALSE_REJECTION_PROBABILITY
                ? null
                : new Estimate(pooledVariance, totalDegrees);
    }

    private static double variance(Repeats repeats) {
        if (!repeats.hasNoise()) {
            throw new IllegalArgumentException("the noise of a single run is unknown");
        }
        return Math.max(MIN_VARIANCE, repeats.logVariance());
    }

    /** @throws IllegalArgumentException if the group has one run, and the model has no common estimate */
    public Estimate of(Repeats repeats) {
        return common == null ? new Estimate(variance(repeats), repeats.count() - 1.0) : common;
    }

    /** Returns the maximum degrees of freedom of a difference. */
    double degreesOfFreedom() {
        return common == null ? Double.POSITIVE_INFINITY : common.degreesOfFreedom();
    }

    public boolean isPooled() {
        return common != null;
    }
}
