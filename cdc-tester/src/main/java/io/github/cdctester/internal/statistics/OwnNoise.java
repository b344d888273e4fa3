// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

/** Each group by itself. */
final class OwnNoise implements Noise {

    /**
     * Values are recorded within 0.1 %, so repeats may agree to the last digit by chance: no noise is believed to be less than
     * half of that.
     */
    static final double LEAST_VARIANCE = 0.0005 * 0.0005;

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
        if (!repeats.haveNoise()) {
            throw new IllegalArgumentException("one run has no noise to be seen");
        }
        return Math.max(LEAST_VARIANCE, repeats.logVariance());
    }
}
