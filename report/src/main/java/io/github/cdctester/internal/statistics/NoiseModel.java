// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import io.github.cdctester.internal.statistics.NoiseModel.OwnNoise;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** The variation of a value from run to run, estimated from the repeats. */
public interface NoiseModel {

    /** Fewer groups than that are not put together. */
    int MIN_GROUPS = 8;

    /** Average repeats required: with fewer, equal noise cannot be tested. */
    int MIN_REPEATS = 4;

    /**
     * The variance of one run's logarithm.
     *
     * @param variance the variance, above 0
     * @param degreesOfFreedom how well it is known, above 0
     */
    record Estimate(double variance, double degreesOfFreedom) {}

    /**
     * Estimates the noise of a group.
     *
     * @throws IllegalArgumentException if it is one run, and there is no other source for its noise
     */
    Estimate of(Repeats repeats);

    /** Returns the most degrees of freedom that a difference can have. */
    double degreesOfFreedom();

    /** Returns true if the estimate is from all groups together, false if each has its own. */
    boolean isOfAll();

    /** Each group's noise by itself, as in Welch's test. */
    static NoiseModel ofEach() {
        return new OwnNoise();
    }

    /**
     * The noise of many groups of the same kind, such as one workload's settings and thread counts. One for all of them, if there
     * are at least {@value #MIN_GROUPS} with {@value #MIN_REPEATS} repeats, and no evidence of different noise; otherwise separate
     * noise for each.
     */
    static NoiseModel pooledOver(Collection<Repeats> groups) {
        List<Repeats> telling = groups.stream().filter(Repeats::hasNoise).toList();
        double repeats = telling.stream().mapToInt(Repeats::count).average().orElse(0);
        return telling.size() < MIN_GROUPS || repeats < MIN_REPEATS
                ? ofEach()
                : PooledNoise.of(telling).orElseGet(NoiseModel::ofEach);
    }

    /** Each group by itself. */
    static final class OwnNoise implements NoiseModel {

        /**
         * Values are recorded within 0.1 %, so repeats may agree to the last digit by chance: no noise is believed to be less than
         * half of that.
         */
        static final double MIN_VARIANCE = 0.0005 * 0.0005;

        @Override
        public Estimate of(Repeats repeats) {
            return new Estimate(variance(repeats), repeats.count() - 1.0);
        }

        @Override
        public boolean isOfAll() {
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
        private static final double REJECTED = 0.01;

        /** Combines two groups or more, each with repeats; empty if their noise differs. */
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
            double pooled = squares / degreesOfAll;
            double others = groups.size() - 1.0;
            double correction = 1 + (inverses - 1 / degreesOfAll) / (3 * others);
            double spread = Math.max(0, (degreesOfAll * Math.log(pooled) - logs) / correction);
            return ChiSquaredDistribution.of(others).survivalProbability(spread) < REJECTED
                    ? Optional.empty()
                    : Optional.of(new PooledNoise(pooled, degreesOfAll));
        }

        @Override
        public Estimate of(Repeats repeats) {
            return new Estimate(variance, degreesOfFreedom);
        }

        @Override
        public boolean isOfAll() {
            return true;
        }
    }
}
