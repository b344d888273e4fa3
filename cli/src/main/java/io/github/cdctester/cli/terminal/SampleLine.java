// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import java.util.Locale;
import java.util.stream.Collectors;

/** The line that is shown for a sample; its left half reads as sysbench's does. */
final class SampleLine {

    private static final double MB = 1e6;

    /** The line must stay one line. */
    private static final int MOST_NAMES = 3;

    private final int percentile;

    SampleLine(int percentile) {
        this.percentile = percentile;
    }

    String of(Sample sample) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "[%4ds ] ", sample.second()));
        if (sample.phase() != Phase.MEASURE) {
            line.append(sample.phase() == Phase.WARM_UP ? "warm-up " : "drain ");
        }
        sample.write().ifPresent(write -> line.append(write(write, sample.seconds())));
        line.append(cdc(sample.cdc(), sample.seconds()));
        if (!sample.streams().isEmpty()) {
            line.append(" | ")
                    .append(sample.streams().size())
                    .append(" streams")
                    .append(stuck(sample));
        }
        return line.toString();
    }

    private String write(Sample.Write write, double seconds) {
        return String.format(
                Locale.ROOT,
                "thds: %d | write tps: %.0f qps: %.0f lat p%d: %s ms err/s: %.0f%s | ",
                write.threads(),
                write.counts().transactions() / seconds,
                write.counts().queries() / seconds,
                percentile,
                millis(write.latency(), percentile, 2),
                write.counts().errors() / seconds,
                write.startDelay().count() == 0
                        ? ""
                        : " start delay p" + percentile + ": " + millis(write.startDelay(), percentile, 2) + " ms");
    }

    private static String cdc(Sample.Cdc cdc, double seconds) {
        return String.format(
                Locale.ROOT,
                "cdc DT p50/p99/max: %s/%s/%s ms  BPS: %.1f MB/s  EPS: %.0f  TPS: %.0f | behind: %s%s",
                millis(cdc.delay(), 50, 1),
                millis(cdc.delay(), 99, 1),
                longest(cdc),
                cdc.counts().bytes() / seconds / MB,
                cdc.counts().events() / seconds,
                cdc.counts().transactions() / seconds,
                cdc.behindBytes() < 0 ? "?" : String.format(Locale.ROOT, "%.1f MB", cdc.behindBytes() / MB),
                switch (cdc.state()) {
                    case FLOWING -> "";
                    case IDLE -> " idle";
                    case UNKNOWN -> " silent";
                    case STUCK -> " STUCK";
                });
    }

    /** Of a stream that is stuck, what is unread is late too, and more so each second. */
    private static String longest(Sample.Cdc cdc) {
        boolean empty = cdc.delay().count() == 0;
        double arrived = empty ? 0 : cdc.delay().maxMillis();
        double unread = cdc.unreadMicros() / 1_000.0;
        if (cdc.state() == StreamState.STUCK && unread > arrived) {
            return String.format(Locale.ROOT, ">%.1f", unread);
        }
        return empty ? "-" : String.format(Locale.ROOT, "%.1f", arrived);
    }

    private static String stuck(Sample sample) {
        String names = sample.streams().stream()
                .filter(stream -> stream.cdc().state() == StreamState.STUCK)
                .map(Sample.Stream::name)
                .limit(MOST_NAMES)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : ", stuck: " + names;
    }

    private static String millis(Distribution durations, double percentile, int digits) {
        return durations.count() == 0
                ? "-"
                : String.format(Locale.ROOT, "%." + digits + "f", durations.percentileMillis(percentile));
    }
}
