// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

/** Numbers of a chart, with as many digits as can be seen: they are most of a page's size. */
public final class Rounded {

    private static final int DIGITS = 4;

    private Rounded() {}

    /** Four significant digits, which is more than a delay has. */
    public static double value(double value) {
        return value(value, DIGITS);
    }

    /** Rounds to a number of significant digits. */
    public static double value(double value, int digits) {
        if (value == 0 || !Double.isFinite(value)) {
            return value;
        }
        int whole = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        int decimals = digits - whole;
        if (decimals > 300) {
            return 0; // smaller than anything that is measured
        }
        double scale = Math.pow(10, Math.abs(decimals));
        // dividing by a power of ten gives the number that is written shortest; multiplying by its inverse does not
        return decimals >= 0 ? Math.rint(value * scale) / scale : Math.rint(value / scale) * scale;
    }

    public static double second(double second) {
        return Math.rint(second * 100) / 100;
    }
}
