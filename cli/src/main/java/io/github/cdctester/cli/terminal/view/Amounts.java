// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers in ten columns or fewer, whatever they are. */
final class Amounts {

    private static final double LARGEST = 1e15;

    private Amounts() {}

    /** A number or a rate: {@code 15,210}, {@code 1.52 M}. */
    static String whole(double number) {
        double size = Math.abs(number);
        if (Double.isNaN(number)) {
            return "-";
        } else if (size >= LARGEST) {
            return format("%.0e", number);
        } else if (size >= 1e12) {
            return format("%.1f T", number / 1e12);
        } else if (size >= 1e9) {
            return format("%.2f G", number / 1e9);
        } else if (size >= 1e6) {
            return format("%.2f M", number / 1e6);
        }
        return format(size < 10 && number != Math.rint(number) ? "%.2f" : "%,.0f", number);
    }

    /** A duration: {@code 0.91 ms}, {@code 12.3 s}, {@code 4.2 min}; {@code -} where there is none. */
    static String duration(@Nullable Double millis) {
        if (millis == null || millis.isNaN()) {
            return "-";
        }
        double size = Math.abs(millis);
        if (size >= 1e12) {
            return format("%.0e s", millis / 1e3);
        } else if (size >= 100 * 3_600_000.0) {
            return format("%.0f h", millis / 3_600_000);
        } else if (size >= 3_600_000) {
            return format("%.1f h", millis / 3_600_000);
        } else if (size >= 100_000) {
            return format("%.1f min", millis / 60_000);
        } else if (size >= 1_000) {
            return format("%.1f s", millis / 1_000);
        }
        return format(size >= 100 ? "%.0f ms" : size >= 10 ? "%.1f ms" : "%.2f ms", millis);
    }

    /** Bytes, by thousands: {@code 7.4 MB}. */
    static String bytes(double bytes) {
        double size = Math.abs(bytes);
        if (Double.isNaN(bytes)) {
            return "-";
        } else if (size >= LARGEST) {
            return format("%.0e B", bytes);
        } else if (size >= 1e12) {
            return format("%.1f TB", bytes / 1e12);
        } else if (size >= 1e9) {
            return format("%.2f GB", bytes / 1e9);
        } else if (size >= 1e5 || size == 0) {
            return format("%.1f MB", bytes / 1e6);
        }
        return format("%.1f kB", bytes / 1e3);
    }

    /** A time that runs: {@code 1:23}, {@code 2:03:04}, {@code 4d 07h}. */
    static String clock(double seconds) {
        long whole = (long) Math.max(0, Math.min(seconds, LARGEST));
        long hours = whole / 3_600;
        if (hours >= 100) {
            return hours / 24 > 99_999 ? "for ever" : format("%dd %02dh", hours / 24, hours % 24);
        }
        return hours > 0
                ? format("%d:%02d:%02d", hours, whole / 60 % 60, whole % 60)
                : format("%d:%02d", whole / 60, whole % 60);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be one more dependency
    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
