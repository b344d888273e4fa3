// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import io.github.cdctester.internal.statistics.NoiseModel.SeparateNoise;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** The variation of a value from run to run, estimated from repeats. */
public interface NoiseModel {

    /** Minimum number of groups for a common estimate. */
    int MIN_GROUPS = 8;

    /** Minimum average number of repeats for a common estimate. With fewer repeats, equality of the noise cannot be tested. */
    int MIN_REPEATS = 4;

    /**
     * The estimated variance of the logarithm of one run's value.
     *
     * @param variance the variance, above 0
     * @param degreesOfFreedom degrees of freedom of the estimate, above 0
     */
    record Estimate(double variance, double degreesOfFreedom) {}

    /**
     * Estimates the noise of a group.
     *
     * @throws IllegalArgumentException if the group has one run, and the model has no common estimate
     */
    Estimate of(Repeats repeats);

    /** Returns the maximum degrees of freedom of a difference. */
    double degreesOfFreedom();

    /** Returns true if all groups share one estimate, false if each group has its own. */
    boolean isPooled();

    /** Returns a model with a separate estimate for each group, as in Welch's test. */
    static NoiseModel separate() {
        return new SeparateNoise();
    }

    /**
     * Returns the model for groups of the same kind, such as one workload's settings and thread counts. The groups share one
     * estimate if at least {@value #MIN_GROUPS} groups have repeats, {@value #MIN_REPEATS} or more on average, and there is no
     * evidence of different noise. Otherwise each group has its own estimate.
     */
    static NoiseModel pooledOver(Collection<Repeats> groups) {
        List<Repeats> repeatedGroups = groups.stream().filter(Repeats::hasNoise).toList();
        double averageRepeats =
                repeatedGroups.stream().mapToInt(Repeats::count).average().orElse(0);
        return repeatedGroups.size() < MIN_GROUPS || averageRepeats < MIN_REPEATS
                ? separate()
                : PooledNoise.of(repeatedGroups).orElseGet(NoiseModel::separate);
    }

    /** Estimates the noise of each group separately. */
    static final class SeparateNoise implements NoiseModel {

        /**
         * Lower limit of the variance, for a standard deviation of 0.05 %. It is needed because values are recorded with a
         * precision of 0.1 %, so repeats may be equal by chance.
         */
        static final double MIN_VARIANCE = 0.0005 * 0.0005;

        @Override
        public Estimate of(Repeats repeats) {
            return new Estimate(variance(repeats), repeats.count() - 1.0);
        }

        @Override
        public boolean isPooled() {
            return false;
        }

        @Override
        public double degreesOfFreedom() {
            return Double.POSITIVE_INFINITY;
        }

        static double variance(Repeats repeats) {
            if (!repeats.hasNoise()) {
                throw new IllegalArgumentException("the noise of a single run is unknown");
            }
            return Math.max(MIN_VARIANCE, repeats.logVariance());
        }
    }

    /** Uses one variance for many groups unless Bartlett's test rejects it. */
    record PooledNoise(double variance, double degreesOfFreedom) implements NoiseModel {

        /** Probability that the test rejects groups with equal noise. */
        private static final double FALSE_REJECTION_PROBABILITY = 0.01;

        /** Returns the common estimate of two or more groups with repeats; empty if their noise differs. */
        static Optional<NoiseModel> of(List<Repeats> groups) {
            double totalDegrees = 0;
            double sumOfSquares = 0;
            double sumOfLogarithms = 0;
            double sumOfInverses = 0;
            for (Repeats group : groups) {
                double degrees = group.count() - 1.0;
                double variance = SeparateNoise.variance(group);
                totalDegrees += degrees;
                sumOfSquares += degrees * variance;
                sumOfLogarithms += degrees * Math.log(variance);
                sumOfInverses += 1 / degrees;
            }
            double pooledVariance = sumOfSquares / totalDegrees;
            double degreesOfTest = groups.size() - 1.0;
            double correction = 1 + (sumOfInverses - 1 / totalDegrees) / (3 * degreesOfTest);
            double testStatistic =
                    Math.max(0, (totalDegrees * Math.log(pooledVariance) - sumOfLogarithms) / correction);
            return ChiSquaredDistribution.of(degreesOfTest).survivalProbability(testStatistic)
                            < FALSE_REJECTION_PROBABILITY
                    ? Optional.empty()
                    : Optional.of(new PooledNoise(pooledVariance, totalDegrees));
        }

        @Override
        public Estimate of(Repeats repeats) {
            return new Estimate(variance, degreesOfFreedom);
        }

        @Override
        public boolean isPooled() {
            return true;
        }
    }
}
