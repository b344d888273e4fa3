// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

/** Rounds the numbers of charts to a visible precision, because they make up most of a page's size. */
public final class Rounding {

    private static final int SIGNIFICANT_DIGITS = 4;

    private Rounding() {}

    public static double value(double value) {
        return value(value, SIGNIFICANT_DIGITS);
    }

    public static double value(double value, int digits) {
        if (value == 0 || !Double.isFinite(value)) {
            return value;
        }
        int integerDigits = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        int decimals = digits - integerDigits;
        if (decimals > 300) {
            return 0; // smaller than any measured value
        }
        double scale = Math.pow(10, Math.abs(decimals));
        // dividing by a power of ten gives the double with the shortest text; multiplying by its inverse does not
        return decimals >= 0 ? Math.rint(value * scale) / scale : Math.rint(value / scale) * scale;
    }

    public static double second(double second) {
        return Math.rint(second * 100) / 100;
    }
}
