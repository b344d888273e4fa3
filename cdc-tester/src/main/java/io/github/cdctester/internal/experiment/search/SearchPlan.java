// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

/**
 * What a search goes by.
 *
 * @param start the first rate, from {@code lowest} to {@code highest}
 * @param precision how far the lowest rate that failed may be above the answer, as a share: 0.05 for 5 %
 */
public record SearchPlan(double start, double lowest, double highest, double precision, int confirmations, int steps) {

    /** Rates are rounded, and so is what they are apart. */
    private static final double ROUNDING = 1.001;

    private static final int SIGNIFICANT_DIGITS = 4;

    /** Whether two rates are as close as they have to be. */
    boolean isClose(double held, double failed) {
        return failed <= held * (1 + precision) * ROUNDING;
    }

    /** How many bisections bring two rates so close. */
    int bisections(double held, double failed) {
        double left = Math.log(failed / held) / Math.log(1 + precision);
        return left <= ROUNDING ? 0 : (int) Math.ceil(Math.log(left / ROUNDING) / Math.log(2));
    }

    /** A rate that can be read, within what may be tried. */
    double rate(double wanted) {
        double digit = Math.pow(10, Math.floor(Math.log10(wanted)) - (SIGNIFICANT_DIGITS - 1));
        // a power below 1 has no exact form: what is divided by its inverse has
        double rounded = digit >= 1 ? Math.rint(wanted / digit) * digit : Math.rint(wanted * (1 / digit)) / (1 / digit);
        return Math.min(highest, Math.max(lowest, rounded));
    }
}
