// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A second as one line. */
public final class SampleLine {

    private static final double MB = 1e6;

    /** A shorter second, such as the last one, says how long it is; its rates are those of that part. */
    private static final double ALL_BUT_WHOLE = 0.9;

    /** The line must stay one line. */
    private static final int MOST_NAMES = 3;

    private SampleLine() {}

    /** The whole line; its left half reads as sysbench's does. */
    public static String of(SampleRow sample, List<Percentile> percentiles) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "[%4ds ] ", sample.second()));
        if (sample.seconds() < ALL_BUT_WHOLE) {
            line.append(String.format(Locale.ROOT, "(%.2f s) ", sample.seconds()));
        }
        line.append(part(sample));
        SampleRow.Write write = sample.write();
        if (write != null) {
            line.append(write(write, sample.seconds(), percentiles));
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

    private static String part(SampleRow sample) {
        return switch (sample.phase()) {
            case WARM_UP -> "warm-up ";
            case MEASURE -> "";
            case DRAIN -> "drain ";
        };
    }

    private static String write(SampleRow.Write write, double seconds, List<Percentile> percentiles) {
        return String.format(
                Locale.ROOT,
                "thds: %d | write tps: %.0f qps: %.0f (r/w/o: %.0f/%.0f/%.0f)%s err/s: %.0f reconn/s: %.0f%s | ",
                write.threads(),
                write.transactionsPerSecond(),
                write.queriesPerSecond(),
                write.reads() / seconds,
                write.writes() / seconds,
                write.other() / seconds,
                duration("lat", write.latency(), write.latencyHistogram(), percentiles),
                write.errors() / seconds,
                write.reconnects() / seconds,
                write.startDelay().count() == 0
                        ? ""
                        : duration("start delay", write.startDelay(), write.startDelayHistogram(), percentiles));
    }

    private static String duration(
            String name, DurationSummary known, @Nullable String histogram, List<Percentile> percentiles) {
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
        Double longest = cdc.delay().maxMillis();
        return String.format(
                Locale.ROOT,
                "cdc DT p50/p99/max: %s/%s/%s ms  BPS: %.1f MB/s  EPS: %.0f  TPS: %.0f | behind: %s%s",
                millis(cdc, cdc.delay().carried().p50Millis()),
                millis(cdc, cdc.delay().carried().p99Millis()),
                Readings.isUnreadLonger(cdc) ? String.format(Locale.ROOT, ">%.1f", longest) : millis(cdc, longest),
                cdc.bytesPerSecond() / MB,
                cdc.eventsPerSecond(),
                cdc.transactionsPerSecond(),
                cdc.behindBytes() == null ? "?" : String.format(Locale.ROOT, "%.1f MB", cdc.behindBytes() / MB),
                cdc.state() == SampleRow.Motion.FLOWING ? "" : " " + Readings.state(cdc));
    }

    private static String stuck(SampleRow sample) {
        String names = sample.streams().stream()
                .filter(stream -> Readings.isStuck(stream.cdc()))
                .map(SampleRow.Stream::name)
                .limit(MOST_NAMES)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : ", stuck: " + names;
    }

    private static String millis(SampleRow.Cdc cdc, @Nullable Double delay) {
        return delay == null || cdc.delay().count() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", delay);
    }

    /** The whole line where it is narrower than the terminal, else as many numbers as fit, the most looked for first. */
    public static String fitting(SampleRow sample, List<Percentile> percentiles, int columns) {
        String whole = of(sample, percentiles);
        return whole.length() < columns ? whole : brief(sample, percentiles, columns);
    }

    static String brief(SampleRow sample, List<Percentile> percentiles, int columns) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "[%4ds ] %s", sample.second(), part(sample)));
        String between = "";
        for (String value : values(sample, percentiles)) {
            if (line.length() + between.length() + value.length() < columns) {
                line.append(between).append(value);
                between = " ";
            }
        }
        return line.toString();
    }

    private static List<String> values(SampleRow sample, List<Percentile> percentiles) {
        List<String> values = new ArrayList<>();
        SampleRow.Write write = sample.write();
        if (write != null) {
            values.add("tps " + Amounts.whole(write.transactionsPerSecond()));
            percentiles.stream().limit(1).forEach(one -> values.add(one.label() + " " + Readings.latency(write, one)));
        }
        SampleRow.Cdc cdc = sample.cdc();
        values.add((write == null ? "" : "| ") + delay(cdc));
        values.add(Amounts.bytes(cdc.bytesPerSecond()) + "/s");
        values.add("behind " + Readings.behind(cdc));
        if (cdc.state() != SampleRow.Motion.FLOWING) {
            values.add(Readings.state(cdc));
        }
        if (write != null && write.errors() > 0) {
            values.add("err/s " + Amounts.whole(write.errors() / sample.seconds()));
        }
        values.add("EPS " + Amounts.whole(cdc.eventsPerSecond()));
        return values;
    }

    /** The 99th percentile, or the longest of fewer values than that needs. */
    private static String delay(SampleRow.Cdc cdc) {
        Double p99 = cdc.delay().carried().p99Millis();
        return p99 == null && cdc.delay().count() > 0
                ? "DT max " + Amounts.duration(cdc.delay().maxMillis())
                : "DT p99 " + Readings.delay(cdc, p99);
    }
}
