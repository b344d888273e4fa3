// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** One variance for many groups, where Bartlett's test has nothing against it. */
final class PooledNoise implements Noise {

    /** So often the test speaks against groups whose noise is the same. */
    private static final double REJECTED = 0.01;

    private final double variance;
    private final double degreesOfFreedom;

    private PooledNoise(double variance, double degreesOfFreedom) {
        this.variance = variance;
        this.degreesOfFreedom = degreesOfFreedom;
    }

    /** Of two groups or more, each with repeats; nothing where their noise is not the same. */
    static Optional<Noise> of(List<Repeats> groups) {
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

    @Override
    public double degreesOfFreedom() {
        return degreesOfFreedom;
    }
}
