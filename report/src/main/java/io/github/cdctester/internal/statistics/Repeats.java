// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.List;

/**
 * One number of several runs of the same thing, as mean and variance of its natural logarithm.
 *
 * @param logMean the mean of the logarithms
 * @param logVariance their variance (of the sample: by {@code count - 1}); NaN of one run
 * @param count runs, 1 or more
 */
public record Repeats(double logMean, double logVariance, int count) {

    /** Refuses a group of nothing. */
    public Repeats {
        if (count < 1 || !Double.isFinite(logMean) || count > 1 && !(logVariance >= 0)) {
            throw new IllegalArgumentException(
                    "no repeats: " + count + " with mean " + logMean + " and variance " + logVariance);
        }
    }

    /**
     * Summarises the numbers of several runs.
     *
     * @param values one or more, all above 0
     * @throws IllegalArgumentException if there is none, or one has no logarithm
     */
    public static Repeats of(List<Double> values) {
        double sum = 0;
        for (double value : values) {
            sum += logarithm(value);
        }
        double mean = sum / values.size();
        double squares = 0;
        for (double value : values) {
            double off = Math.log(value) - mean;
            squares += off * off;
        }
        return new Repeats(mean, values.size() == 1 ? Double.NaN : squares / (values.size() - 1), values.size());
    }

    private static double logarithm(double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(value + " has no logarithm");
        }
        return Math.log(value);
    }

    /** The number that stands for all of them. */
    public double typical() {
        return Math.exp(logMean);
    }

    /** Returns true if noise can be estimated. */
    public boolean hasNoise() {
        return count > 1;
    }
}
