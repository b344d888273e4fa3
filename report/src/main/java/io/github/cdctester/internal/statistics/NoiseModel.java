// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import io.github.cdctester.internal.statistics.NoiseModel.OwnNoise;
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

    /** Returns a model with a separate estimate for each group, like in Welch's test. */
    static NoiseModel ofEach() {
        return new OwnNoise();
    }

    /**
     * Returns the model for groups of the same kind, such as one workload's settings and thread counts. The groups share one estimate if
     * there are at least {@value #MIN_GROUPS} groups with {@value #MIN_REPEATS} repeats on average, and no evidence of different noise.
     * Otherwise each group has its own estimate.
     */
    static NoiseModel pooledOver(Collection<Repeats> groups) {
        List<Repeats> repeated = groups.stream().filter(Repeats::hasNoise).toList();
        double repeats = repeated.stream().mapToInt(Repeats::count).average().orElse(0);
        return repeated.size() < MIN_GROUPS || repeats < MIN_REPEATS
                ? ofEach()
                : PooledNoise.of(repeated).orElseGet(NoiseModel::ofEach);
    }

    /** A separate estimate for each group. */
    static final class OwnNoise implements NoiseModel {

        /**
         * Lower limit of the variance, from a standard deviation of 0.05 %. Values are recorded within 0.1 %, so that repeats may
         * be equal by chance.
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
                throw new IllegalArgumentException("one run has no noise to be seen");
            }
            return Math.max(MIN_VARIANCE, repeats.logVariance());
        }
    }

    /** Uses one variance for many groups unless Bartlett's test rejects it. */
    record PooledNoise(double variance, double degreesOfFreedom) implements NoiseModel {

        /** Probability that the test rejects groups with equal noise. */
        private static final double FALSE_REJECTION = 0.01;

        /** Combines at least two groups with repeats; empty if their noise differs. */
        static Optional<NoiseModel> of(List<Repeats> groups) {
            double degreesOfAll = 0;
            double squares = 0;
            double logs = 0;
            double inverses = 0;
            for (Repeats group : groups) {
                double degrees = group.count() - 1.0;
                double variance = OwnNoise.variance(group);
                degreesOfAll += degrees;
                squares += degrees * variance;
                logs += degrees * Math.log(variance);
                inverses += 1 / degrees;
            }
            double pooledVariance = squares / degreesOfAll;
            double degreesOfTest = groups.size() - 1.0;
            double correction = 1 + (inverses - 1 / degreesOfAll) / (3 * degreesOfTest);
            double spread = Math.max(0, (degreesOfAll * Math.log(pooledVariance) - logs) / correction);
            return ChiSquaredDistribution.of(degreesOfTest).survivalProbability(spread) < FALSE_REJECTION
                    ? Optional.empty()
                    : Optional.of(new PooledNoise(pooledVariance, degreesOfAll));
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
