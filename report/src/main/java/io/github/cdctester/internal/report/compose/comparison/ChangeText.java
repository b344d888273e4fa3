// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Comparison.ChangeRange;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts for changes between two results. */
public final class ChangeText {

    private static final double MAX_DISPLAYED_PERCENT = 99_999;

    private ChangeText() {}

    /**
     * Returns a prefix such as {@code threads 16: }; empty without steps.
     *
     * @param axis name of the setting that changes from step to step; {@code null} without steps
     * @param hasParts true if the step's label has several parts, so that the axis is omitted
     */
    public static String stepPrefix(@Nullable String axis, @Nullable String step, boolean hasParts) {
        return axis == null || step == null ? "" : (hasParts ? "" : axis + " ") + step + ": ";
    }

    public static String change(@Nullable Double percent) {
        return percent == null ? "-" : percent(percent) + " %";
    }

    /** Returns text such as {@code -7.9 to -5.2}; in parentheses if each side is one search. */
    static String range(ValueChange row) {
        ChangeRange range = row.range();
        if (range == null) {
            return "-";
        }
        return row.mark() == Mark.ONE_RUN ? "(" + range(range) + ")" : range(range);
    }

    public static String range(ChangeRange range) {
        return percent(range.lowPercent()) + " to " + percent(range.highPercent());
    }

    /** Returns text with a sign, such as {@code -6.6}. */
    public static String percent(double percent) {
        if (percent > MAX_DISPLAYED_PERCENT) {
            return ">" + (long) MAX_DISPLAYED_PERCENT;
        }
        String text = String.format(Locale.ROOT, Math.abs(percent) < 99.95 ? "%+.1f" : "%+.0f", percent);
        return text.equals("-0.0") ? "+0.0" : text;
    }

    /** Returns side B divided by side A, such as {@code 0.12}. */
    static String ratio(ValueChange row) {
        Double percent = row.changePercent();
        if (percent == null) {
            return "-";
        }
        double ratio = 1 + percent / 100;
        return String.format(Locale.ROOT, ratio < 0.0995 ? "%.2g" : "%.2f", ratio);
    }

    static String mark(ValueChange row) {
        boolean isOneRunEach = row.mark() == Mark.ONE_RUN && row.runsBefore() == 1 && row.runsAfter() == 1;
        return mark(row.mark()) + (isOneRunEach ? " each" : "");
    }

    static String mark(Mark mark) {
        return mark == Mark.INSIDE_NOISE ? "within noise" : PlainText.asWords(mark);
    }
}
