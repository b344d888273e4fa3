// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import java.util.Arrays;

/**
 * The noise of a series around its levels, estimated from differences of neighbouring values. A step affects only one such
 * difference, and levels affect none.
 * <p>Model: each value depends on the previous value with a factor rho. Then the variances of the differences over one and over
 * two positions have the ratio 1 to 1 + rho. Source: Chakar, Lebarbier, Lévy-Leduc and Robin (2017).
 *
 * @param deviation standard deviation of single values; 0 for exact levels
 * @param longRunDeviation standard deviation of independent values whose means vary as much as the means of this series
 * @param differenceVariance variance of the difference of neighbouring values
 */
record SeriesNoise(double deviation, double longRunDeviation, double differenceVariance) {

    static final SeriesNoise NONE = new SeriesNoise(0, 0, 0);

    /** Maximum share of direction changes in a series without noise. */
    private static final double MAX_TURN_SHARE = 0.02;

    private static final int MAX_TURNS = 2;

    /** Small noisy counts are often equal twice in succession, but rarely three times. */
    private static final int MIN_LEVEL_LENGTH = 3;

    private static final double MIN_ON_LEVEL_SHARE = 0.9;

    /** Ratio of the standard deviation to the median absolute deviation, for a normal distribution. */
    private static final double DEVIATION_PER_MEDIAN = 1.4826;

    /** In standard deviations. Larger differences are reduced to this limit. */
    private static final double OUTLIER_LIMIT = 3;

    /** Share of the variance of normal noise that remains after outliers are limited. */
    private static final double REMAINING_VARIANCE = 0.995;

    private static final double MAX_RHO = 0.95;
    private static final int MIN_VALUES = 12;

    static SeriesNoise of(double[] values) {
        if (countTurns(values) <= Math.max(MAX_TURNS, MAX_TURN_SHARE * values.length) || staysOnLevels(values)) {
            return NONE;
        }
        if (values.length < MIN_VALUES) {
            double spread = Arrays.stream(values).max().orElse(0)
                    - Arrays.stream(values).min().orElse(0);
            return new SeriesNoise(spread, spread, 2 * spread * spread);
        }
        double varianceOverOne = variance(values, 1);
        double varianceOverTwo = variance(values, 2);
        double rho = Math.max(0, Math.min(MAX_RHO, varianceOverTwo / varianceOverOne - 1));
        double deviation = Math.sqrt(varianceOverOne / 2 / (1 - rho));
        // an estimate from few values may be too small by chance
        double safetyFactor = 1 + 3 / Math.sqrt(values.length);
        return new SeriesNoise(deviation, safetyFactor * deviation * Math.sqrt((1 + rho) / (1 - rho)), varianceOverOne);
    }

    boolean isNone() {
        return deviation == 0;
    }

    /** The levels may change often, as with numbers of nodes. */
    private static boolean staysOnLevels(double[] values) {
        int valuesOnLevels = 0;
        int from = 0;
        for (int i = 1; i <= values.length; i++) {
            if (i == values.length || values[i] != values[from]) {
                valuesOnLevels += i - from >= MIN_LEVEL_LENGTH ? i - from : 0;
                from = i;
            }
        }
        return valuesOnLevels >= MIN_ON_LEVEL_SHARE * values.length;
    }

    private static int countTurns(double[] values) {
        int turns = 0;
        double direction = 0;
        for (int i = 1; i < values.length; i++) {
            double currentDirection = Math.signum(values[i] - values[i - 1]);
            turns += currentDirection * direction < 0 ? 1 : 0;
            direction = currentDirection == 0 ? direction : currentDirection;
        }
        return turns;
    }

    /** Returns the variance of the differences over {@code distance} positions, with outliers limited. */
    private static double variance(double[] values, int distance) {
        double[] differences = new double[values.length - distance];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = Math.abs(values[i + distance] - values[i]);
        }
        double[] sorted = differences.clone();
        Arrays.sort(sorted);
        double deviation = DEVIATION_PER_MEDIAN * sorted[sorted.length / 2];
        // if most differences are 0, all other differences are noise
        double limit = deviation > 0 ? OUTLIER_LIMIT * deviation : sorted[sorted.length - 1];
        double sum = 0;
        for (double difference : differences) {
            double limitedDifference = Math.min(difference, limit);
            sum += limitedDifference * limitedDifference;
        }
        return sum / differences.length / REMAINING_VARIANCE;
    }

    /**
     * The local noise, relative to the whole series. It is higher, for example, while the processor is loaded. The estimate is
     * the larger one of two windows, and at least the noise of the whole series. So local noise can only reduce the number of
     * steps.
     */
    static final class Scatter {

        /** Half widths of the two windows, in values. */
        private static final int[] HALF_WIDTHS = {20, 60};

        private static final int STRIDE = 10;

        /** Correction for a median of few differences, which may be too small by chance. */
        private static final double SMALL_SAMPLE_FACTOR = 1.15;

        private final double[] variances;
        private final double[] sumsBefore;

        private Scatter(double[] variances) {
            this.variances = variances;
            sumsBefore = new double[variances.length + 1];
            for (int i = 0; i < variances.length; i++) {
                sumsBefore[i + 1] = sumsBefore[i] + variances[i];
            }
        }

        static Scatter of(double[] values, SeriesNoise noise) {
            double[] variances = new double[values.length];
            for (int from = 0; from < values.length; from += STRIDE) {
                int to = Math.min(values.length, from + STRIDE);
                double maxVariance = 1;
                for (int halfWidth : HALF_WIDTHS) {
                    maxVariance = Math.max(
                            maxVariance, variance(values, (from + to) / 2, halfWidth) / noise.differenceVariance());
                }
                Arrays.fill(variances, from, to, maxVariance);
            }
            return new Scatter(variances);
        }

        private static double variance(double[] values, int middle, int halfWidth) {
            int from = Math.max(0, middle - halfWidth);
            int to = Math.min(values.length - 1, middle + halfWidth);
            double[] differences = new double[to - from];
            for (int i = from; i < to; i++) {
                differences[i - from] = Math.abs(values[i + 1] - values[i]);
            }
            if (differences.length < halfWidth) {
                return 0; // too few values
            }
            Arrays.sort(differences);
            double deviation = SMALL_SAMPLE_FACTOR * DEVIATION_PER_MEDIAN * differences[differences.length / 2];
            return deviation * deviation;
        }

        double at(int index) {
            return variances[index];
        }

        double mean(int from, int to) {
            return (sumsBefore[to] - sumsBefore[from]) / (to - from);
        }
    }
}
