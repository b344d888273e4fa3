// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.DurationSummary;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rows of the table of a plan: a phase, or a load below it. */
final class PhaseRows {

    private static final double MB = 1e6;
    private static final int NAME_WIDTH = 18;
    private static final String ROW = "%-18s %7s %7s %8s %8s %8s %8s %8s";

    private final TableText text;

    PhaseRows(TableText text) {
        this.text = text;
    }

    void head(String what, String lastColumn) {
        text.line(ROW, what, "from s", "s", "wr. TPS", "lat p99", "DT p50", "DT p99", lastColumn);
    }

    /**
     * A phase, or a part of one.
     *
     * @param transactionsPerSecond of the write side; {@code null} where nobody writes
     * @param bytesPerSecond the last column; {@code null} where that is not known
     */
    void row(
            String name,
            double fromSecond,
            double seconds,
            @Nullable Double transactionsPerSecond,
            @Nullable DurationSummary latency,
            DurationSummary delay,
            @Nullable Double bytesPerSecond) {
        text.line(
                ROW,
                cut(name),
                one(fromSecond),
                one(seconds),
                transactionsPerSecond == null ? "-" : one(transactionsPerSecond),
                latency == null ? "-" : millis(latency.carried().p99Millis()),
                millis(delay.carried().p50Millis()),
                millis(delay.carried().p99Millis()),
                bytesPerSecond == null ? "-" : String.format(Locale.ROOT, "%.2f", bytesPerSecond / MB));
    }

    /** A load among several. */
    void load(String name, double seconds, double transactionsPerSecond, DurationSummary latency) {
        text.line(
                ROW,
                cut("  " + name),
                "",
                one(seconds),
                one(transactionsPerSecond),
                millis(latency.carried().p99Millis()),
                "",
                "",
                "");
    }

    private static String cut(String name) {
        String plain = PlainText.line(name);
        return plain.length() <= NAME_WIDTH ? plain : plain.substring(0, NAME_WIDTH - 1) + "…";
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
