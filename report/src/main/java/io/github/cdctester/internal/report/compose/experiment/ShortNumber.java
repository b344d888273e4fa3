// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.result.Trial.Spread;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers as short texts. */
public final class ShortNumber {

    public static final double MB = 1e6;

    private static final String UNKNOWN = "-";

    private ShortNumber() {}

    /** Returns at most three decimals (none from 100), or a dash if the number is {@code null} or not finite. */
    public static String of(@Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 || value == 0 ? "%.2f" : "%.3f", value);
    }

    public static String of(@Nullable Double value, double unit) {
        return of(value == null ? null : (Double) (value / unit));
    }

    /** Values are divided by {@code unit}. */
    public static String range(Spread spread, double unit) {
        return of(spread.min(), unit) + " to " + of(spread.max(), unit);
    }

    public static String compact(@Nullable Double value) {
        if (value == null) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        if (size >= 1e10) {
            return String.format(Locale.ROOT, "%.3g", value);
        }
        if (size >= MB) {
            return String.format(Locale.ROOT, size >= 1e8 ? "%,.1fM" : "%.3fM", value / MB);
        }
        return String.format(Locale.ROOT, size >= 1e5 ? "%,.0f" : size >= 1e3 ? "%,.1f" : "%.3f", value);
    }

    /** Returns NaN if the number is {@code null} or not finite; charts draw NaN as a gap. */
    public static double orGap(@Nullable Double value) {
        return value == null || !Double.isFinite(value) ? Double.NaN : value;
    }

    public static String count(long count, String singular, String plural) {
        return count + " " + (count == 1 ? singular : plural);
    }
}
