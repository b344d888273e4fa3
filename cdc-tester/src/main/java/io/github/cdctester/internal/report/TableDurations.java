// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How late the stream was, and how long the writes took. */
final class TableDurations {

    private final TableText text;
    private int nameWidth = 11;

    TableDurations(TableText text) {
        this.text = text;
    }

    void durations(Summary summary) {
        text.line("");
        WriteSummary write = summary.write();
        if (write != null) {
            // beside a kind's name the columns move to the right rather than out of line
            write.latencyByKind().keySet().forEach(kind -> nameWidth = Math.max(nameWidth, kind.length() + 2));
        }
        head();
        duration("DT", summary.cdc().delay());
        if (summary.cdc().delayEndToEnd().count() > 0) {
            duration("end to end", summary.cdc().delayEndToEnd());
        }
        large(summary.cdc().largeTransactions());
        if (write != null) {
            duration("latency", write.latency());
            if (write.hasLeftOut()) {
                duration("+ waiting", write.latencyWithWaiting(), leftOut(write.leftOutPercent()));
            }
            write.latencyByKind().forEach((kind, latency) -> duration("  " + kind, latency));
            if (write.startDelay().count() > 0) {
                duration("start delay", write.startDelay());
                duration("service", write.serviceTime());
            }
        }
        summary.cdc().delays().forEach(this::sideBySide);
        DurationSummary delay = summary.cdc().delay();
        text.entry(
                "DT source",
                delay.source() + " of " + delay.count()
                        + ("HEARTBEAT".equals(delay.source()) ? " heartbeat" : " transaction")
                        + (delay.count() == 1 ? "" : "s"));
    }

    /** How long a large transaction took, and how late the others were meanwhile. */
    private void large(CdcSummary.@Nullable LargeTransactions large) {
        if (large == null) {
            return;
        }
        if (large.othersDuring().count() + large.othersElse().count() > 0) {
            duration("during lrg", large.othersDuring());
            duration("else", large.othersElse());
        }
        if (large.delay().count() > 0) {
            duration("large 1st B", large.delayAtFirstByte());
            duration("large last", large.delay());
        }
        duration("large pass", large.passing());
    }

    private void sideBySide(DelaySource source, DurationSummary delay) {
        String name = switch (source) {
            case COMMIT_TIMESTAMP -> "by commit";
            case HEARTBEAT -> "by heartb.";
            case EVENT_HEADER -> "by header";
        };
        duration(name, delay, source == DelaySource.EVENT_HEADER ? " ±1 s" : "");
    }

    /** How many of the row are in it with the time that they had waited only. */
    private static String leftOut(@Nullable Double percent) {
        return percent == null ? "" : String.format(Locale.ROOT, percent < 10 ? " %.1f %%" : " %.0f %%", percent);
    }

    private String nameFormat() {
        return "%-" + nameWidth + "s";
    }

    void head() {
        text.line(nameFormat() + " %9s %9s %9s %9s %9s %9s", "ms", "mean", "p50", "p95", "p99", "p99.9", "max");
    }

    void duration(String name, DurationSummary duration) {
        duration(name, duration, "");
    }

    private void duration(String name, DurationSummary duration, String remark) {
        DurationSummary known = duration.carried();
        text.line(
                nameFormat() + " %9s %9s %9s %9s %9s %9s%s",
                name,
                millis(duration.meanMillis()),
                millis(known.p50Millis()),
                millis(known.p95Millis()),
                millis(known.p99Millis()),
                millis(known.p999Millis()),
                millis(duration.maxMillis()),
                remark);
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
