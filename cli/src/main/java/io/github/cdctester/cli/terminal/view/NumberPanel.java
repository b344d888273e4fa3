// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last second's numbers: the write side on the left, the stream on the right; a stream alone takes both. */
final class NumberPanel {

    private static final int GAP = 3;
    private static final int WIDEST = 48;

    private final SampleRow second;
    private final Frame frame;

    private NumberPanel(SampleRow second, Frame frame) {
        this.second = second;
        this.frame = frame;
    }

    /** A name and what it is. */
    private record Entry(String name, String value) {}

    static List<String> of(SampleRow second, List<Percentile> percentiles, Frame frame) {
        NumberPanel panel = new NumberPanel(second, frame);
        SampleRow.Write write = second.write();
        List<Entry> delay = panel.delay();
        List<Entry> rates = panel.rates();
        if (write == null) {
            return panel.beside("STREAM", delay, stateWords(second), rates);
        }
        delay.addAll(rates);
        return panel.beside("WRITE", panel.write(write, percentiles), "STREAM " + stateWords(second), delay);
    }

    /** In a few lines, where there is no room for a column of each. */
    static List<String> compact(SampleRow second, List<Percentile> percentiles, Frame frame) {
        List<String> lines = new ArrayList<>();
        SampleRow.Write write = second.write();
        if (write != null) {
            String latency = percentiles.isEmpty()
                    ? ""
                    : " " + percentiles.get(0).label() + " "
                            + Amounts.duration(percentiles.get(0).of(write.latency(), write.latencyHistogram()));
            lines.add("tps " + Amounts.whole(write.transactionsPerSecond()) + latency + " err/s "
                    + Amounts.whole(write.errors() / second.seconds()));
        }
        SampleRow.Cdc cdc = second.cdc();
        lines.add("DT p99 " + arrived(cdc, cdc.delay().carried().p99Millis()) + " max "
                + arrived(cdc, cdc.delay().maxMillis()) + " " + stateWords(second));
        lines.add(Amounts.bytes(cdc.bytesPerSecond()) + "/s EPS " + Amounts.whole(cdc.eventsPerSecond()) + " behind "
                + behind(cdc));
        return lines.stream()
                .map(line -> Cells.cut(line, frame.width(), frame.glyphs()))
                .toList();
    }

    private List<Entry> write(SampleRow.Write write, List<Percentile> percentiles) {
        double seconds = second.seconds();
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry("tps", Amounts.whole(write.transactionsPerSecond())));
        entries.add(new Entry("qps", Amounts.whole(write.queriesPerSecond())));
        entries.add(new Entry(
                "r/w/o",
                Amounts.whole(write.reads() / seconds) + "/" + Amounts.whole(write.writes() / seconds) + "/"
                        + Amounts.whole(write.other() / seconds)));
        percentiles.forEach(one -> entries.add(new Entry(
                "latency " + one.label(), Amounts.duration(one.of(write.latency(), write.latencyHistogram())))));
        if (write.startDelay().count() > 0 && !percentiles.isEmpty()) {
            Percentile one = percentiles.get(0);
            entries.add(new Entry(
                    "start delay " + one.label(),
                    Amounts.duration(one.of(write.startDelay(), write.startDelayHistogram()))));
        }
        entries.add(new Entry("err/s", Amounts.whole(write.errors() / seconds)));
        entries.add(new Entry("reconn/s", Amounts.whole(write.reconnects() / seconds)));
        entries.add(new Entry("threads", Amounts.whole(write.threads())));
        return entries;
    }

    private List<Entry> delay() {
        SampleRow.Cdc cdc = second.cdc();
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry("DT p50", arrived(cdc, cdc.delay().carried().p50Millis())));
        entries.add(new Entry("DT p99", arrived(cdc, cdc.delay().carried().p99Millis())));
        entries.add(new Entry("DT max", longest(cdc)));
        return entries;
    }

    private List<Entry> rates() {
        SampleRow.Cdc cdc = second.cdc();
        return List.of(
                new Entry("BPS", Amounts.bytes(cdc.bytesPerSecond()) + "/s"),
                new Entry("EPS", Amounts.whole(cdc.eventsPerSecond())),
                new Entry("TPS", Amounts.whole(cdc.transactionsPerSecond())),
                new Entry("behind", behind(cdc)));
    }

    private List<String> beside(String leftHead, List<Entry> left, String rightHead, List<Entry> right) {
        int width = Math.min(WIDEST, (frame.width() - GAP) / 2);
        List<String> lines = new ArrayList<>();
        lines.add(head(Cells.left(leftHead, width + GAP, frame.glyphs()))
                + head(Cells.cut(rightHead, width, frame.glyphs())));
        for (int row = 0; row < Math.max(left.size(), right.size()); row++) {
            String first = row < left.size() ? entry(left.get(row), width) : Cells.blanks(width);
            lines.add(row < right.size() ? first + Cells.blanks(GAP) + entry(right.get(row), width) : first);
        }
        return lines;
    }

    private String head(String text) {
        return text.contains("STUCK")
                ? frame.palette().red(text)
                : frame.palette().bold(text);
    }

    private String entry(Entry entry, int width) {
        String value = Cells.cut(entry.value, Math.max(1, width - 1), frame.glyphs());
        String name = Cells.left(entry.name, width - Cells.width(value) - 1, frame.glyphs());
        return frame.palette().dim(name) + " " + value;
    }

    private static String stateWords(SampleRow second) {
        return switch (second.cdc().state()) {
            case FLOWING -> "flowing";
            case IDLE -> "idle";
            case UNKNOWN -> "silent";
            case STUCK -> "STUCK";
        };
    }

    /** What arrived; not what is known of a stream that is stuck. */
    private static String arrived(SampleRow.Cdc cdc, @Nullable Double millis) {
        return cdc.delay().count() == 0 ? "-" : Amounts.duration(millis);
    }

    /** Of a stream that is stuck, what is unread is late too, and more so each second. */
    private static String longest(SampleRow.Cdc cdc) {
        Double longest = cdc.delay().maxMillis();
        return cdc.state() == SampleRow.Motion.STUCK && longest != null && cdc.unreadMillis() >= longest
                ? ">" + Amounts.duration(longest)
                : arrived(cdc, longest);
    }

    private static String behind(SampleRow.Cdc cdc) {
        Long behind = cdc.behindBytes();
        return behind == null ? "?" : Amounts.bytes(behind);
    }
}
