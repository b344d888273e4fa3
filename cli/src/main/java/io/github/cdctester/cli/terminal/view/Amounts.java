// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats any number in at most ten columns. */
final class Amounts {

    private static final double MAX_DECIMAL = 1e15;
    private static final double MINUTE_MILLIS = 60_000;
    private static final double HOUR_MILLIS = 60 * MINUTE_MILLIS;

    /** For numbers of at least {@code minimum}. Lists of scales are in descending order. */
    private record Scale(double minimum, double unit, String format) {}

    private static final List<Scale> NUMBER_SCALES = List.of(
            new Scale(MAX_DECIMAL, 1, "%.0e"),
            new Scale(1e12, 1e12, "%.1f T"),
            new Scale(1e9, 1e9, "%.2f G"),
            new Scale(1e6, 1e6, "%.2f M"),
            new Scale(0, 1, "%,.0f"));

    private static final List<Scale> MILLIS_SCALES = List.of(
            new Scale(1e12, 1e3, "%.0e s"),
            new Scale(100 * HOUR_MILLIS, HOUR_MILLIS, "%.0f h"),
            new Scale(HOUR_MILLIS, HOUR_MILLIS, "%.1f h"),
            new Scale(100_000, MINUTE_MILLIS, "%.1f min"),
            new Scale(1_000, 1_000, "%.1f s"),
            new Scale(100, 1, "%.0f ms"),
            new Scale(10, 1, "%.1f ms"),
            new Scale(0, 1, "%.2f ms"));

    private static final List<Scale> BYTES_SCALES = List.of(
            new Scale(MAX_DECIMAL, 1, "%.0e B"),
            new Scale(1e12, 1e12, "%.1f TB"),
            new Scale(1e9, 1e9, "%.2f GB"),
            new Scale(1e5, 1e6, "%.1f MB"),
            new Scale(Double.MIN_VALUE, 1e3, "%.1f kB"),
            new Scale(0, 1, "%.1f MB"));

    private Amounts() {}

    private static String scaled(double number, List<Scale> scales) {
        for (Scale scale : scales) {
            if (Math.abs(number) >= scale.minimum) {
                return String.format(Locale.ROOT, scale.format, number / scale.unit);
            }
        }
        return "-"; // NaN
    }

    /** {@code 15,210}, {@code 1.52 M}. */
    static String numberText(double number) {
        return Math.abs(number) < 10 && number != Math.rint(number)
                ? String.format(Locale.ROOT, "%.2f", number)
                : scaled(number, NUMBER_SCALES);
    }

    /** {@code 0.91 ms}, {@code 12.3 s}, {@code 4.2 min}; {@code -} for {@code null}. */
    static String duration(@Nullable Double millis) {
        return millis == null ? "-" : scaled(millis, MILLIS_SCALES);
    }

    /** Decimal units: {@code 7.4 MB}. */
    static String bytes(double bytes) {
        return scaled(bytes, BYTES_SCALES);
    }

    /** {@code 1:23}, {@code 2:03:04}, {@code 4d 07h}. */
    static String clockText(double seconds) {
        long totalSeconds = (long) Math.max(0, Math.min(seconds, MAX_DECIMAL));
        long hours = totalSeconds / 3_600;
        if (hours >= 100) {
            return hours / 24 > 99_999 ? "for ever" : String.format(Locale.ROOT, "%dd %02dh", hours / 24, hours % 24);
        }
        return hours > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", hours, totalSeconds / 60 % 60, totalSeconds % 60)
                : String.format(Locale.ROOT, "%d:%02d", totalSeconds / 60, totalSeconds % 60);
    }
}
