// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A line for each of the first consumers that are judged, of several loads and streams, those that are stuck first, and one for what was
 * read beside the run.
 */
final class DetailRows {

    private static final int NAME = 20;
    private static final int MOST_CONSUMERS = 2;

    private final Frame frame;

    private DetailRows(Frame frame) {
        this.frame = frame;
    }

    /** As many as fit; the last one says how many do not. */
    static List<String> of(SampleRow second, int most, Frame frame) {
        DetailRows rows = new DetailRows(frame);
        List<String> lines = new ArrayList<>(consumers(second, frame));
        second.workloads().forEach(load -> lines.add(rows.load(load)));
        second.streams().stream()
                .filter(stream -> stream.cdc().state() == SampleRow.Motion.STUCK)
                .forEach(stream -> lines.add(rows.stream(stream)));
        second.streams().stream()
                .filter(stream -> stream.cdc().state() != SampleRow.Motion.STUCK)
                .forEach(stream -> lines.add(rows.stream(stream)));
        if (!second.probes().isEmpty()) {
            lines.add(rows.probes(second.probes()));
        }
        if (lines.size() <= most) {
            return lines;
        }
        if (most < 2) {
            return List.of();
        }
        List<String> kept = new ArrayList<>(lines.subList(0, most - 1));
        kept.add("and " + (lines.size() - kept.size()) + " more");
        return kept;
    }

    /** The first ones, and how many more there are. */
    static List<String> consumers(SampleRow second, Frame frame) {
        DetailRows rows = new DetailRows(frame);
        List<String> lines = new ArrayList<>();
        second.consumers().stream().limit(MOST_CONSUMERS).forEach(one -> lines.add(rows.consumer(one)));
        int more = second.consumers().size() - lines.size();
        if (more > 0) {
            lines.add(Cells.cut(
                    "and " + more + (more == 1 ? " more consumer" : " more consumers"), frame.width(), frame.glyphs()));
        }
        return lines;
    }

    private String consumer(SampleRow.Consumer consumer) {
        return named(
                consumer.name(),
                "DT p99 " + Amounts.duration(consumer.delay().carried().p99Millis()) + "  tps "
                        + Amounts.whole(consumer.transactionsPerSecond()) + "  behind "
                        + Amounts.whole(consumer.behind()),
                false);
    }

    private String load(SampleRow.Workload load) {
        return named(
                load.name(),
                "tps " + Amounts.whole(load.write().transactionsPerSecond()) + "  p95 "
                        + Amounts.duration(load.write().latency().carried().p95Millis()) + "  threads "
                        + load.write().threads(),
                false);
    }

    private String stream(SampleRow.Stream stream) {
        SampleRow.Cdc cdc = stream.cdc();
        boolean stuck = cdc.state() == SampleRow.Motion.STUCK;
        return named(
                stream.name(),
                "DT p99 " + Amounts.duration(cdc.delay().carried().p99Millis()) + "  "
                        + Amounts.bytes(cdc.bytesPerSecond()) + "/s" + (stuck ? "  STUCK" : ""),
                stuck);
    }

    private String probes(Map<String, Double> probes) {
        return named(
                "probes",
                probes.entrySet().stream()
                        .map(probe -> probe.getKey() + " " + number(probe.getValue()))
                        .collect(Collectors.joining("  ")),
                false);
    }

    private static String number(double value) {
        return Math.abs(value) < 100 && value != Math.rint(value)
                ? String.format(Locale.ROOT, "%.2f", value)
                : Amounts.whole(value);
    }

    private String named(String name, String words, boolean bad) {
        String line = Cells.cut(
                Cells.left(name, Math.min(NAME, frame.width() / 3), frame.glyphs()) + " " + words,
                frame.width(),
                frame.glyphs());
        return bad ? frame.palette().red(line) : line;
    }
}
