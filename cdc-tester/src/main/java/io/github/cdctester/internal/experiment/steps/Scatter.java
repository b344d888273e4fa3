// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import java.util.Arrays;

/**
 * How much more values scatter in some parts of a series than in most of it, as those of a loaded processor do. Learnt from the
 * differences of neighbours in two windows around each value, of which the larger one counts, and never less than in the whole series: so
 * steps become fewer, and not more.
 */
final class Scatter {

    /** Half of each window. */
    private static final int[] REACHES = {20, 60};

    /** What one look is good for. */
    private static final int STRIDE = 10;

    private static final double OF_MEDIAN = 1.4826;

    /** For what a median of so few differences may be too small by chance. */
    private static final double CAUTION = 1.15;

    private final double[] variances;
    private final double[] before;

    private Scatter(double[] variances) {
        this.variances = variances;
        before = new double[variances.length + 1];
        for (int i = 0; i < variances.length; i++) {
            before[i + 1] = before[i] + variances[i];
        }
    }

    /** Of a series that scatters. */
    static Scatter of(double[] values, Noise noise) {
        double[] variances = new double[values.length];
        for (int from = 0; from < values.length; from += STRIDE) {
            int to = Math.min(values.length, from + STRIDE);
            double most = 1;
            for (int reach : REACHES) {
                most = Math.max(most, variance(values, (from + to) / 2, reach) / noise.ofDifferences());
            }
            Arrays.fill(variances, from, to, most);
        }
        return new Scatter(variances);
    }

    private static double variance(double[] values, int middle, int reach) {
        int from = Math.max(0, middle - reach);
        int to = Math.min(values.length - 1, middle + reach);
        double[] sizes = new double[to - from];
        for (int i = from; i < to; i++) {
            sizes[i - from] = Math.abs(values[i + 1] - values[i]);
        }
        if (sizes.length < reach) {
            return 0; // too few to tell
        }
        Arrays.sort(sizes);
        double deviation = CAUTION * OF_MEDIAN * sizes[sizes.length / 2];
        return deviation * deviation;
    }

    /** The variance at a value, in that of the series. */
    double at(int index) {
        return variances[index];
    }

    /** The sum of the variances before an index. */
    double before(int index) {
        return before[index];
    }

    /** The mean variance of some values. */
    double mean(int from, int to) {
        return (before[to] - before[from]) / (to - from);
    }
}
