// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The last minutes as pictures, one above the other on the same seconds. */
final class TrendRows {

    private static final int NAME = 10;
    private static final int HIGHEST = 16;
    private static final int HIGHEST_WHERE_NARROW = 13;
    private static final int NARROW = 52;
    private static final int LEAST = 8;

    /** One of the pictures, and how many lines it has at most. */
    private record Curve(
            String name, ToDoubleFunction<TrendArrow.Second> value, DoubleFunction<String> words, int most) {}

    private static final Curve DELAY = new Curve("DT max", TrendArrow.Second::delayMillis, Amounts::duration, 6);
    private static final Curve BYTES =
            new Curve("BPS", TrendArrow.Second::bytes, bytes -> Amounts.bytes(bytes) + "/s", 4);
    private static final Curve WRITES = new Curve("write tps", TrendArrow.Second::writes, Amounts::whole, 4);
    private static final Curve BEHIND = new Curve("behind", TrendArrow.Second::behindBytes, Amounts::bytes, 3);

    private final LiveState state;
    private final Frame frame;

    private TrendRows(LiveState state, Frame frame) {
        this.state = state;
        this.frame = frame;
    }

    /** How many pictures there are for a run that writes or does not. */
    static int curves(boolean writes) {
        return shown(writes).size();
    }

    private static List<Curve> shown(boolean writes) {
        return writes ? List.of(DELAY, BYTES, WRITES, BEHIND) : List.of(DELAY, BYTES, BEHIND);
    }

    /** All of them, in a line each, and as many more as there are to spare. */
    static List<String> of(LiveState state, boolean writes, int spare, Frame frame) {
        TrendRows rows = new TrendRows(state, frame);
        List<Curve> curves = shown(writes);
        int[] heights = heights(curves, spare);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < heights.length; i++) {
            lines.addAll(rows.curve(curves.get(i), heights[i]));
        }
        return lines;
    }

    /** Each in its turn gets a line more, up to what it needs. */
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
    static List<String> compact(LiveState state, Frame frame) {
        TrendRows rows = new TrendRows(state, frame);
        List<String> lines = new ArrayList<>(rows.curve(DELAY, 1));
        lines.addAll(rows.curve(BYTES, 1));
        return lines;
    }

    /** What they are of. */
    static String rule(LiveState state, Frame frame) {
        int columns = columns(frame);
        long seconds = Math.min(
                state.trend().seconds().size(), (long) columns * state.trend().secondsPerColumn(columns));
        String words = "last " + Amounts.clock(seconds) + " ";
        String rule = words + String.valueOf(frame.glyphs().rule()).repeat(Math.max(0, frame.width() - words.length()));
        return frame.palette().dim(Cells.cut(rule, frame.width(), frame.glyphs()));
    }

    private static int columns(Frame frame) {
        return Math.max(LEAST, frame.width() - NAME - highest(frame));
    }

    private static int highest(Frame frame) {
        return frame.width() < NARROW ? HIGHEST_WHERE_NARROW : HIGHEST;
    }

    private List<String> curve(Curve curve, int height) {
        double[] values = state.trend().columns(curve.value, columns(frame));
        String highest = Arrays.stream(values).allMatch(Double::isNaN)
                ? "-"
                : "max " + curve.words.apply(Sparkline.highest(values));
        List<String> lines = new ArrayList<>();
        for (String drawn : Sparkline.of(values, height, frame.glyphs())) {
            lines.add(
                    lines.isEmpty()
                            ? line(curve, curve.name, drawn, Cells.right(highest, highest(frame), frame.glyphs()))
                            : line(curve, "", drawn.stripTrailing(), ""));
        }
        return lines;
    }

    @SuppressWarnings("ReferenceEquality") // one of the constants
    private String line(Curve curve, String name, String drawn, String words) {
        String start = Cells.left(name, NAME, frame.glyphs());
        if (NAME + Cells.width(drawn) + Cells.width(words) > frame.width()) {
            return Cells.cut(start + drawn, frame.width(), frame.glyphs());
        }
        return frame.palette().dim(start)
                + (curve == DELAY
                        ? frame.palette().yellow(drawn)
                        : frame.palette().cyan(drawn))
                + frame.palette().dim(words);
    }
}
