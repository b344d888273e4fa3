// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats the seconds of a run as lines. Each column has a rank; 0 is the most important. A pipe shows the columns up to rank
 * {@link #PIPE_RANK}; a terminal shows as many columns as fit. If a column does not fit in a line of the measured part, all later lines
 * omit it. Not thread-safe.
 */
public final class SampleLine {

    private static final double MB = 1e6;

    /** Shorter seconds, such as the last second, are printed with their length. */
    private static final double MIN_FULL_SECOND = 0.9;

    private static final int MAX_STUCK_NAMES = 3;
    private static final int MAX_RANK = 16;
    private static final int PIPE_RANK = 14;

    /** From this rank on, names are long. */
    private static final int WIDE_RANK = 14;

    /** From this rank on, three values of DT are shown. */
    private static final int THREE_DELAYS_RANK = 8;

    private final List<Percentile> percentiles;
    private int rank = MAX_RANK;

    public SampleLine(List<Percentile> percentiles) {
        this.percentiles = List.copyOf(percentiles);
    }

    /** The left half has the format of sysbench. */
    public String lineForPipe(SampleRow sample) {
        return new Columns(sample, PIPE_RANK).line();
    }

    /** The line is narrower than {@code columns}. */
    public String lineForTerminal(SampleRow sample, int columns) {
        int maxRank = rank;
        String line = new Columns(sample, maxRank).line();
        while (line.length() >= columns && maxRank > 0) {
            line = new Columns(sample, --maxRank).line();
        }
        if (sample.phase() == SampleRow.RunPart.MEASURE) {
            rank = maxRank;
        }
        return line.length() < columns ? line : line.substring(0, Math.max(0, columns - 1));
    }

    private final class Columns {

        private final SampleRow sample;
        private final int maxRank;
        private final boolean isWide;
        private final StringJoiner groups = new StringJoiner(" | ");
        private final List<String> group = new ArrayList<>();

        Columns(SampleRow sample, int maxRank) {
            this.sample = sample;
            this.maxRank = maxRank;
            isWide = maxRank >= WIDE_RANK;
        }

        String line() {
            SampleRow.Write write = sample.write();
            if (write != null) {
                add(13, "thds: " + write.threads());
                endGroup(" ");
                addWrite(write);
                endGroup(" ");
            }
            if (sample.cdc() != null) {
                addStream(sample.cdc());
                endGroup(isWide ? "  " : " ");
                if (isWide) {
                    add(0, behind(sample.cdc()));
                    endGroup("");
                }
            }
            if (!sample.streams().isEmpty()) {
                add(2, sample.streams().size() + " streams" + stuckStreams());
                endGroup("");
            }
            return head() + groups;
        }

        private String head() {
            String length =
                    sample.seconds() < MIN_FULL_SECOND ? String.format(Locale.ROOT, "(%.2f s) ", sample.seconds()) : "";
            String part = switch (sample.phase()) {
                case WARM_UP -> "warm-up ";
                case MEASURE -> "";
                case DRAIN -> "drain ";
            };
            return String.format(Locale.ROOT, "[%4ds ] ", sample.second()) + length + part;
        }

        private void add(int rank, String column) {
            if (rank <= maxRank) {
                group.add(column);
            }
        }

        private void endGroup(String separator) {
            if (!group.isEmpty()) {
                groups.add(String.join(separator, group));
                group.clear();
            }
        }

        private void addWrite(SampleRow.Write write) {
            double seconds = sample.seconds();
            add(1, (isWide ? "write " : "") + "tps: " + wholeNumber(write.transactionsPerSecond()));
            add(10, "qps: " + wholeNumber(write.queriesPerSecond()));
            add(
                    16,
                    String.format(
                            Locale.ROOT,
                            "(r/w/o: %.0f/%.0f/%.0f)",
                            write.reads() / seconds,
                            write.writes() / seconds,
                            write.other() / seconds));
            if (!percentiles.isEmpty()) {
                add(4, duration(isWide ? "lat " : "", write.latency(), write.latencyHistogram()));
            }
            add(write.errors() > 0 ? 2 : 6, "err/s: " + wholeNumber(write.errors() / seconds));
            add(write.reconnects() > 0 ? 5 : 15, "reconn/s: " + wholeNumber(write.reconnects() / seconds));
            if (write.startDelay().count() > 0 && !percentiles.isEmpty()) {
                add(11, duration("start delay ", write.startDelay(), write.startDelayHistogram()));
            }
        }

        private String duration(String name, DurationSummary summary, @Nullable String histogram) {
            String values = Percentile.values(percentiles, summary, histogram);
            String maxText = values.contains("-") && summary.maxMillis() != null
                    ? String.format(Locale.ROOT, " (max %.2f)", summary.maxMillis())
                    : "";
            return name + Percentile.labels(percentiles) + ": " + values + maxText + " ms";
        }

        private void addStream(SampleRow.Cdc cdc) {
            Double p50 = cdc.delay().withoutUnreliablePercentiles().p50Millis();
            Double p99 = cdc.delay().withoutUnreliablePercentiles().p99Millis();
            String maxText = Readings.hasUnreadDelayAboveMax(cdc)
                    ? String.format(Locale.ROOT, ">%.1f", cdc.delay().maxMillis())
                    : millis(cdc, cdc.delay().maxMillis());
            String delay;
            if (maxRank >= THREE_DELAYS_RANK) {
                delay = "DT p50/p99/max: " + millis(cdc, p50) + "/" + millis(cdc, p99) + "/" + maxText;
            } else {
                delay = p99 == null ? "DT max: " + maxText : "DT p99: " + millis(cdc, p99);
            }
            add(0, (isWide ? "cdc " : "") + delay + " ms");
            add(3, String.format(Locale.ROOT, "BPS: %.1f MB/s", cdc.bytesPerSecond() / MB));
            add(9, "EPS: " + wholeNumber(cdc.eventsPerSecond()));
            add(12, "TPS: " + wholeNumber(cdc.transactionsPerSecond()));
            if (!isWide) {
                add(cdc.state() == SampleRow.Motion.FLOWING ? 5 : 1, behind(cdc));
            }
        }

        private String behind(SampleRow.Cdc cdc) {
            return "behind: "
                    + (cdc.behindBytes() == null ? "?" : String.format(Locale.ROOT, "%.1f MB", cdc.behindBytes() / MB))
                    + (cdc.state() == SampleRow.Motion.FLOWING ? "" : " " + Readings.state(cdc));
        }

        private String stuckStreams() {
            String names = sample.streams().stream()
                    .filter(stream -> Readings.isStuck(stream.cdc()))
                    .map(SampleRow.Stream::name)
                    .limit(MAX_STUCK_NAMES)
                    .collect(Collectors.joining(", "));
            return names.isEmpty() ? "" : ", stuck: " + names;
        }
    }

    private static String wholeNumber(double number) {
        return String.format(Locale.ROOT, "%.0f", number);
    }

    private static String millis(SampleRow.Cdc cdc, @Nullable Double delay) {
        return delay == null || cdc.delay().count() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", delay);
    }
}
