// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Curves of the last minutes, stacked on a shared time axis. */
record TrendPanel(Trend trend, boolean writes, boolean stream, Canvas canvas) {

    private static final int NAME = 10;
    private static final int HIGHEST = 16;
    private static final int HIGHEST_WHERE_NARROW = 13;
    private static final int NARROW = 52;
    private static final int MIN = 8;

    /** The curves, and how many lines each has at most. */
    @SuppressWarnings("ImmutableEnumChecker") // method references
    private enum Curve {
        DELAY("DT max", Trend.Second::delayMillis, Amounts::duration, 6),
        BYTES("BPS", Trend.Second::bytesPerSecond, bytes -> Amounts.bytes(bytes) + "/s", 4),
        WRITES("write tps", Trend.Second::writesPerSecond, Amounts::wholeNumber, 4),
        QUERIES("write qps", Trend.Second::queriesPerSecond, Amounts::wholeNumber, 3),
        BEHIND("behind", Trend.Second::behindBytes, Amounts::bytes, 3);

        final String title;
        final ToDoubleFunction<Trend.Second> value;
        final DoubleFunction<String> words;
        final int most;

        Curve(String title, ToDoubleFunction<Trend.Second> value, DoubleFunction<String> words, int most) {
            this.title = title;
            this.value = value;
            this.words = words;
            this.most = most;
        }
    }

    int minHeight() {
        return curves().size();
    }

    private List<Curve> curves() {
        return Arrays.stream(Curve.values())
                .filter(curve -> switch (curve) {
                    case WRITES -> writes;
                    case QUERIES -> writes && !stream; // else there is no room, and the number above
                    default -> stream;
                })
                .toList();
    }

    /** All curves in a line each, and in as many more as there are to spare. */
    List<String> lines(int spare) {
        List<Curve> curves = curves();
        int[] heights = heights(curves, spare);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < heights.length; i++) {
            lines.addAll(lines(curves.get(i), heights[i]));
        }
        return lines;
    }

    /** Each curve in turn gets another line, up to its need. */
    private static int[] heights(List<Curve> curves, int spare) {
        int[] heights = new int[curves.size()];
        Arrays.fill(heights, 1);
        int left = spare;
        for (int before = left + 1; left < before; ) {
            before = left;
            for (int i = 0; i < heights.length && left > 0; i++) {
                if (heights[i] < curves.get(i).most) {
                    heights[i]++;
                    left--;
                }
            }
        }
        return heights;
    }

    /** The two that matter most, in a line each. */
    List<String> compact() {
        List<String> lines = new ArrayList<>(lines(stream ? Curve.DELAY : Curve.WRITES, 1));
        lines.addAll(lines(stream ? Curve.BYTES : Curve.QUERIES, 1));
        return lines;
    }

    /** The line above: how much time the curves show. */
    String rule() {
        int columns = columns();
        long seconds = Math.min(trend.seconds().size(), (long) columns * trend.secondsPerColumn(columns));
        String words = "last " + Amounts.clock(seconds) + " ";
        String rule = String.valueOf(canvas.glyphs().rule).repeat(Math.max(0, canvas.width() - words.length()));
        return canvas.dim(canvas.cut(words + rule));
    }

    private int columns() {
        return Math.max(MIN, canvas.width() - NAME - highestWidth());
    }

    private int highestWidth() {
        return canvas.width() < NARROW ? HIGHEST_WHERE_NARROW : HIGHEST;
    }

    private List<String> lines(Curve curve, int height) {
        double[] values = trend.columns(curve.value, columns());
        String highest = Arrays.stream(values).allMatch(Double::isNaN)
                ? "-"
                : "max " + curve.words.apply(Glyphs.highest(values));
        List<String> lines = new ArrayList<>();
        for (String drawn : canvas.glyphs().curve(values, height)) {
            lines.add(
                    lines.isEmpty()
                            ? line(curve, curve.title, drawn, canvas.right(highest, highestWidth()))
                            : line(curve, "", drawn.stripTrailing(), ""));
        }
        return lines;
    }

    private String line(Curve curve, String title, String drawn, String highest) {
        String start = canvas.left(title, NAME);
        if (NAME + Canvas.width(drawn) + Canvas.width(highest) > canvas.width()) {
            return canvas.cut(start + drawn);
        }
        return canvas.dim(start)
                + (curve == Curve.DELAY ? canvas.yellow(drawn) : canvas.cyan(drawn))
                + canvas.dim(highest);
    }
}
