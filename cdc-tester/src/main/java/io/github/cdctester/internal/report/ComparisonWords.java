// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The cells of a comparison's table, each as wide as its column at most. */
public final class ComparisonWords {

    private static final double MILLION = 1e6;
    private static final double MOST_SHOWN_PERCENT = 99_999;

    private ComparisonWords() {}

    /**
     * A value's name, shorter, and with its unit: what {@code allow} takes is the name before.
     *
     * @return such as {@code write.latency.p99 ms}
     */
    public static String name(String value) {
        return value.replaceFirst("Millis$", " ms")
                .replaceFirst("(?<=[a-z])Seconds$", " s")
                .replaceFirst("PerSecond$", "/s")
                .replaceFirst("PerMinute$", "/min")
                .replaceFirst("^answer\\.rate$", "answer.rate/s");
    }

    /**
     * Where a value is, in front of it.
     *
     * @param axis what differs from step to step; {@code null} where there are no steps
     * @param step the step's label; {@code null} likewise
     * @return such as {@code threads 16: }; empty where there are no steps. Labels of several parts tell themselves what they are
     */
    public static String place(@Nullable String axis, @Nullable String step) {
        if (axis == null || step == null) {
            return "";
        }
        return (hasParts(axis) ? "" : axis + " ") + step + ": ";
    }

    /**
     * Whether a step is told by several things, such as the combination of a matrix.
     *
     * @param axis what differs from step to step; {@code null} where there are no steps
     * @return whether its labels have several parts, with commas between
     */
    public static boolean hasParts(@Nullable String axis) {
        return axis != null && axis.contains(", ");
    }

    /**
     * A value.
     *
     * @param value the value; {@code null} where it is not known
     * @return in eight characters at most, such as {@code 7.412M}
     */
    public static String number(@Nullable Double value) {
        if (value == null) {
            return "-";
        }
        double size = Math.abs(value);
        if (size >= 10_000 * MILLION) {
            return String.format(Locale.ROOT, "%.3g", value);
        }
        if (size >= MILLION) {
            return String.format(Locale.ROOT, size >= 100 * MILLION ? "%.1fM" : "%.3fM", value / MILLION);
        }
        return String.format(Locale.ROOT, size >= 1e5 ? "%.0f" : size >= 1e3 ? "%.1f" : "%.3f", value);
    }

    /**
     * A change with its sign and unit.
     *
     * @param percent in percent; {@code null} where it is not known
     * @return such as {@code -6.6 %}
     */
    public static String change(@Nullable Double percent) {
        return percent == null ? "-" : percent(percent) + " %";
    }

    /**
     * The range of a change.
     *
     * @param range the range; {@code null} where it is not known
     * @param withinOneRun whether the noise is that within one run only, which brackets say
     * @return such as {@code (-7.9 to -5.2)}
     */
    public static String range(@Nullable ChangeRange range, boolean withinOneRun) {
        if (range == null) {
            return "-";
        }
        return withinOneRun ? "(" + range(range) + ")" : range(range);
    }

    /**
     * A range of changes.
     *
     * @return such as {@code -7.9 to -5.2}, in percent
     */
    public static String range(ChangeRange range) {
        return percent(range.lowPercent()) + " to " + percent(range.highPercent());
    }

    /**
     * A change.
     *
     * @param percent in percent
     * @return with its sign: such as {@code -6.6}, and without a fraction from 100 on
     */
    public static String percent(double percent) {
        if (percent > MOST_SHOWN_PERCENT) {
            return ">" + (long) MOST_SHOWN_PERCENT;
        }
        String text = String.format(Locale.ROOT, Math.abs(percent) < 99.95 ? "%+.1f" : "%+.0f", percent);
        return text.equals("-0.0") ? "+0.0" : text;
    }

    /** What is to be said about a change. */
    public static String mark(ValueChange row) {
        return switch (row.mark()) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case CHANGED -> "changed";
            case INSIDE_NOISE -> "in the noise";
            case ONE_RUN -> row.runsBefore() == 1 && row.runsAfter() == 1 ? "one run each" : "one run";
            case UNKNOWN -> "unknown";
        };
    }
}
