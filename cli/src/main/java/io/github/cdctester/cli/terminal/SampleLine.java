// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Percentile;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The line that is shown for a sample; its left half reads as sysbench's does. */
final class SampleLine {

    private static final double MB = 1e6;

    /** What is shorter is a part of a second, such as the last one, and says so; its rates are those of that part. */
    private static final double ALL_BUT_WHOLE = 0.9;

    /** The line must stay one line. */
    private static final int MOST_NAMES = 3;

    private final List<Percentile> percentiles;

    SampleLine(List<Percentile> percentiles) {
        this.percentiles = percentiles;
    }

    String of(SampleRow sample) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "[%4ds ] ", sample.second()));
        if (sample.seconds() < ALL_BUT_WHOLE) {
            line.append(String.format(Locale.ROOT, "(%.2f s) ", sample.seconds()));
        }
        if (sample.phase() != SampleRow.Part.MEASURE) {
            line.append(sample.phase() == SampleRow.Part.WARM_UP ? "warm-up " : "drain ");
        }
        SampleRow.Write write = sample.write();
        if (write != null) {
            line.append(write(write, sample.seconds()));
        }
        line.append(cdc(sample.cdc()));
        if (!sample.streams().isEmpty()) {
            line.append(" | ")
                    .append(sample.streams().size())
                    .append(" streams")
                    .append(stuck(sample));
        }
        return line.toString();
    }

    /** As sysbench has it, in its order. */
    private String write(SampleRow.Write write, double seconds) {
        return String.format(
                Locale.ROOT,
                "thds: %d | write tps: %.0f qps: %.0f (r/w/o: %.0f/%.0f/%.0f)%s err/s: %.0f reconn/s: %.0f%s | ",
                write.threads(),
                write.transactionsPerSecond(),
                write.queriesPerSecond(),
                write.reads() / seconds,
                write.writes() / seconds,
                write.other() / seconds,
                duration("lat", write.latency(), write.latencyHistogram()),
                write.errors() / seconds,
                write.reconnects() / seconds,
                write.startDelay().count() == 0
                        ? ""
                        : duration("start delay", write.startDelay(), write.startDelayHistogram()));
    }

    private String duration(String name, DurationSummary known, @Nullable String histogram) {
        if (percentiles.isEmpty()) {
            return "";
        }
        String values = Percentile.values(percentiles, known, histogram);
        String longest = values.contains("-") && known.maxMillis() != null
                ? String.format(Locale.ROOT, " (max %.2f)", known.maxMillis())
                : "";
        return " " + name + " " + Percentile.labels(percentiles) + ": " + values + longest + " ms";
    }

    private static String cdc(SampleRow.Cdc cdc) {
        return String.format(
                Locale.ROOT,
                "cdc DT p50/p99/max: %s/%s/%s ms  BPS: %.1f MB/s  EPS: %.0f  TPS: %.0f | behind: %s%s",
                millis(cdc, cdc.delay().carried().p50Millis()),
                millis(cdc, cdc.delay().carried().p99Millis()),
                longest(cdc),
                cdc.bytesPerSecond() / MB,
                cdc.eventsPerSecond(),
                cdc.transactionsPerSecond(),
                cdc.behindBytes() == null ? "?" : String.format(Locale.ROOT, "%.1f MB", cdc.behindBytes() / MB),
                switch (cdc.state()) {
                    case FLOWING -> "";
                    case IDLE -> " idle";
                    case UNKNOWN -> " silent";
                    case STUCK -> " STUCK";
                });
    }

    /** Of a stream that is stuck, what is unread is late too, and more so each second. */
    private static String longest(SampleRow.Cdc cdc) {
        Double longest = cdc.delay().maxMillis();
        if (cdc.state() == SampleRow.Motion.STUCK && longest != null && cdc.unreadMillis() >= longest) {
            return String.format(Locale.ROOT, ">%.1f", longest);
        }
        return millis(cdc, longest);
    }

    private static String stuck(SampleRow sample) {
        String names = sample.streams().stream()
                .filter(stream -> stream.cdc().state() == SampleRow.Motion.STUCK)
                .map(SampleRow.Stream::name)
                .limit(MOST_NAMES)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : ", stuck: " + names;
    }

    /** What arrived; not what is known of a stream that is stuck. */
    private static String millis(SampleRow.Cdc cdc, @Nullable Double delay) {
        return delay == null || cdc.delay().count() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", delay);
    }
}
