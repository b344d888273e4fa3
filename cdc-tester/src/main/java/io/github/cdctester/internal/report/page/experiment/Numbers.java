// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as the first screen and tooltips show them: three or four digits that say something. Tables keep their own. */
final class Numbers {

    static final double MB = 1e6;

    private static final String NOTHING = "-";

    private Numbers() {}

    /** Of what is not known, a dash. */
    static String of(@Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return NOTHING;
        }
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 || value == 0 ? "%.2f" : "%.3f", value);
    }

    /** The same in a unit that is so many times the number's own. */
    static String of(@Nullable Double value, double unit) {
        return of(value == null ? null : (Double) (value / unit));
    }

    /** As a point of a chart: what is not known is a gap. */
    static double orGap(@Nullable Double value) {
        return value == null || !Double.isFinite(value) ? Double.NaN : value;
    }

    /** So many of something. */
    static String count(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
