// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.List;

/**
 * The repeats of one measurement, summarized by the natural logarithms of their values.
 *
 * @param logVariance sample variance with divisor {@code count - 1}; NaN for one run
 * @param count number of runs, 1 or more
 */
public record Repeats(double logMean, double logVariance, int count) {

    public Repeats {
        if (count < 1 || !Double.isFinite(logMean) || count > 1 && !(logVariance >= 0)) {
            throw new IllegalArgumentException(
                    "no repeats: " + count + " with mean " + logMean + " and variance " + logVariance);
        }
    }

    /**
     * @param values one or more values, all above 0
     * @throws IllegalArgumentException if there is no value, or a value has no logarithm
     */
    public static Repeats of(List<Double> values) {
        double sum = 0;
        for (double value : values) {
            sum += logarithm(value);
        }
        double mean = sum / values.size();
        double sumOfSquares = 0;
        for (double value : values) {
            double deviation = Math.log(value) - mean;
            sumOfSquares += deviation * deviation;
        }
        return new Repeats(mean, values.size() == 1 ? Double.NaN : sumOfSquares / (values.size() - 1), values.size());
    }

    private static double logarithm(double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(value + " has no logarithm");
        }
        return Math.log(value);
    }

    public double geometricMean() {
        return Math.exp(logMean);
    }

    public boolean hasNoise() {
        return count > 1;
    }
}
