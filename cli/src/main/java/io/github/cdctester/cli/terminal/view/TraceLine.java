// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A second in a line that stays on the terminal: as many numbers as fit, those first that one looks for later. */
public final class TraceLine {

    private TraceLine() {}

    /**
     * Puts a second in a line.
     *
     * @param sample the second
     * @param percentiles those of the write side that are wanted; the first one is shown
     * @return a line that is narrower, or no more than its beginning
     */
    public static String of(SampleRow sample, List<Percentile> percentiles, int columns) {
        String head = String.format(
                Locale.ROOT,
                "[%4ds ] %s",
                sample.second(),
                switch (sample.phase()) {
                    case WARM_UP -> "warm-up ";
                    case MEASURE -> "";
                    case DRAIN -> "drain ";
                });
        StringBuilder line = new StringBuilder(head);
        String between = "";
        for (String part : parts(sample, percentiles)) {
            if (line.length() + between.length() + part.length() < columns) {
                line.append(between).append(part);
                between = " ";
            }
        }
        return line.toString();
    }

    private static List<String> parts(SampleRow sample, List<Percentile> percentiles) {
        List<String> parts = new ArrayList<>();
        SampleRow.Write write = sample.write();
        if (write != null) {
            parts.add("tps " + Amounts.whole(write.transactionsPerSecond()));
            if (!percentiles.isEmpty()) {
                Percentile one = percentiles.get(0);
                parts.add(one.label() + " " + Amounts.duration(one.of(write.latency(), write.latencyHistogram())));
            }
        }
        SampleRow.Cdc cdc = sample.cdc();
        Long behind = cdc.behindBytes();
        parts.add((write == null ? "" : "| ") + delay(cdc.delay()));
        parts.add(Amounts.bytes(cdc.bytesPerSecond()) + "/s");
        parts.add("behind " + (behind == null ? "?" : Amounts.bytes(behind)));
        switch (cdc.state()) {
            case FLOWING -> {}
            case IDLE -> parts.add("idle");
            case UNKNOWN -> parts.add("silent");
            case STUCK -> parts.add("STUCK");
        }
        if (write != null && write.errors() > 0) {
            parts.add("err/s " + Amounts.whole(write.errors() / sample.seconds()));
        }
        parts.add("EPS " + Amounts.whole(cdc.eventsPerSecond()));
        return parts;
    }

    /** The 99th percentile, or the longest of fewer values than that needs. */
    private static String delay(DurationSummary delay) {
        Double p99 = delay.carried().p99Millis();
        return p99 == null && delay.count() > 0
                ? "DT max " + Amounts.duration(delay.maxMillis())
                : "DT p99 " + (delay.count() == 0 ? "-" : Amounts.duration(p99));
    }
}
