// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import java.util.Arrays;

/**
 * The scatter of values around their level, from differences of neighbours, which a step affects once and a level never. Let each
 * value depend on the previous one (first order, factor rho). Then the variances of differences over one and two values have the
 * ratio 1 to 1 + rho. The method is from Chakar, Lebarbier, Lévy-Leduc and Robin (2017). This also gives rho and the spread of
 * means.
 *
 * @param deviation the standard deviation of single values; 0 for exact levels
 * @param longRun the standard deviation of independent values whose means scatter equally
 * @param ofDifferences the variance of the difference of neighbours
 */
record SeriesNoise(double deviation, double longRun, double ofDifferences) {

    static final SeriesNoise NONE = new SeriesNoise(0, 0, 0);

    /** Values that turn back more often than that scatter; others go from level to level. */
    private static final double TURNING_SHARE = 0.02;

    private static final int FEW_TURNS = 2;

    /** Number of consecutive equal values that form a level; small scattering counts are often equal twice, rarely three times. */
    private static final int LEVEL = 3;

    private static final double ON_LEVEL_SHARE = 0.9;

    /** For a normal distribution, the standard deviation in units of the median distance from the middle. */
    private static final double OF_MEDIAN = 1.4826;

    /** Limit for outliers in standard deviations, and the remaining share of the variance. */
    private static final double CUT = 3;

    private static final double LEFT = 0.995;
    private static final double STRONGEST = 0.95;
    private static final int FEWEST = 12;

    static SeriesNoise of(double[] values) {
        if (turns(values) <= Math.max(FEW_TURNS, TURNING_SHARE * values.length) || staysOnLevels(values)) {
            return NONE;
        }
        if (values.length < FEWEST) {
            double spread = spread(values);
            return new SeriesNoise(spread, spread, 2 * spread * spread);
        }
        double one = variance(values, 1);
        double two = variance(values, 2);
        double rho = Math.max(0, Math.min(STRONGEST, two / one - 1));
        double deviation = Math.sqrt(one / 2 / (1 - rho));
        // an estimate of few values may be too small by chance
        double caution = 1 + 3 / Math.sqrt(values.length);
        return new SeriesNoise(deviation, caution * deviation * Math.sqrt((1 + rho) / (1 - rho)), one);
    }

    boolean isNone() {
        return deviation == 0;
    }

    /** Returns true if nearly all values stand among their like: numbers of nodes or sizes that go up and down, however often. */
    private static boolean staysOnLevels(double[] values) {
        int onLevel = 0;
        int from = 0;
        for (int i = 1; i <= values.length; i++) {
            if (i == values.length || values[i] != values[from]) {
                onLevel += i - from >= LEVEL ? i - from : 0;
                from = i;
            }
        }
        return onLevel >= ON_LEVEL_SHARE * values.length;
    }

    private static int turns(double[] values) {
        int turns = 0;
        double direction = 0;
        for (int i = 1; i < values.length; i++) {
            double now = Math.signum(values[i] - values[i - 1]);
            turns += now * direction < 0 ? 1 : 0;
            direction = now == 0 ? direction : now;
        }
        return turns;
    }

    /** Variance of differences over a number of values, without outliers. */
    private static double variance(double[] values, int over) {
        double[] sizes = new double[values.length - over];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = Math.abs(values[i + over] - values[i]);
        }
        double[] sorted = sizes.clone();
        Arrays.sort(sorted);
        double middle = OF_MEDIAN * sorted[sorted.length / 2];
        // if most are equal, all others show the scatter
        double cut = middle > 0 ? CUT * middle : sorted[sorted.length - 1];
        double sum = 0;
        for (double size : sizes) {
            double kept = Math.min(size, cut);
            sum += kept * kept;
        }
        return sum / sizes.length / LEFT;
    }

    private static double spread(double[] values) {
        return Arrays.stream(values).max().orElse(0)
                - Arrays.stream(values).min().orElse(0);
    }

    /**
     * The excess scatter in parts of a series, for example on a loaded processor. It uses the
     * differences of neighbours in two windows around each value, the larger result of both, and never less than in the whole
     * series: it finds fewer steps, never more.
     */
    static final class Scatter {

        /** Half of each window. */
        private static final int[] REACHES = {20, 60};

        private static final int STRIDE = 10;
        private static final double OF_MEDIAN = 1.4826;

        /** Correction for a median of few differences, which may be too small by chance. */
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

        static Scatter of(double[] values, SeriesNoise noise) {
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
                return 0; // too few values
            }
            Arrays.sort(sizes);
            double deviation = CAUTION * OF_MEDIAN * sizes[sizes.length / 2];
            return deviation * deviation;
        }

        double at(int index) {
            return variances[index];
        }

        double before(int index) {
            return before[index];
        }

        double mean(int from, int to) {
            return (before[to] - before[from]) / (to - from);
        }
    }
}
