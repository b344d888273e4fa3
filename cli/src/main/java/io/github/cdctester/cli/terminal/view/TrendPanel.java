// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

record TrendPanel(Trend trend, boolean hasWrites, boolean hasStream, Canvas canvas) {

    private static final int NAME_WIDTH = 10;
    private static final int MAX_LABEL_WIDTH = 16;
    private static final int NARROW_MAX_LABEL_WIDTH = 13;
    private static final int MIN_WIDTH_FOR_FULL_LABELS = 52;
    private static final int MIN_CURVE_WIDTH = 8;

    @SuppressWarnings("ImmutableEnumChecker") // method references
    private enum Curve {
        DELAY("DT max", Trend.Second::delayMillis, Amounts::duration, 6),
        BYTES("BPS", Trend.Second::bytesPerSecond, bytes -> Amounts.bytes(bytes) + "/s", 4),
        WRITES("write tps", Trend.Second::writesPerSecond, Amounts::numberText, 4),
        QUERIES("write qps", Trend.Second::queriesPerSecond, Amounts::numberText, 3),
        BEHIND("behind", Trend.Second::behindBytes, Amounts::bytes, 3);

        final String title;
        final ToDoubleFunction<Trend.Second> value;
        final DoubleFunction<String> format;
        final int maxLines;

        Curve(String title, ToDoubleFunction<Trend.Second> value, DoubleFunction<String> format, int maxLines) {
            this.title = title;
            this.value = value;
            this.format = format;
            this.maxLines = maxLines;
        }
    }

    int minHeight() {
        return curves().size();
    }

    private List<Curve> curves() {
        return Arrays.stream(Curve.values())
                .filter(curve -> switch (curve) {
                    case WRITES -> hasWrites;
                    case QUERIES ->
                        hasWrites && !hasStream; // with a stream there is no room, and the number is shown above
                    default -> hasStream;
                })
                .toList();
    }

    List<String> lines(int spareLines) {
        List<Curve> curves = curves();
        int[] heights = heights(curves, spareLines);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < heights.length; i++) {
            lines.addAll(lines(curves.get(i), heights[i]));
        }
        return lines;
    }

    private static int[] heights(List<Curve> curves, int spareLines) {
        int[] heights = new int[curves.size()];
        Arrays.fill(heights, 1);
        int remaining = spareLines;
        for (int previous = remaining + 1; remaining < previous; ) {
            previous = remaining;
            for (int i = 0; i < heights.length && remaining > 0; i++) {
                if (heights[i] < curves.get(i).maxLines) {
                    heights[i]++;
                    remaining--;
                }
            }
        }
        return heights;
    }

    List<String> compactLines() {
        List<String> lines = new ArrayList<>(lines(hasStream ? Curve.DELAY : Curve.WRITES, 1));
        lines.addAll(lines(hasStream ? Curve.BYTES : Curve.QUERIES, 1));
        return lines;
    }

    String rule() {
        int columns = columns();
        long seconds = Math.min(trend.seconds().size(), (long) columns * trend.secondsPerColumn(columns));
        String label = "last " + Amounts.clockText(seconds) + " ";
        String rule = String.valueOf(canvas.glyphs().rule).repeat(Math.max(0, canvas.width() - label.length()));
        return canvas.dim(canvas.cut(label + rule));
    }

    private int columns() {
        return Math.max(MIN_CURVE_WIDTH, canvas.width() - NAME_WIDTH - maxLabelWidth());
    }

    private int maxLabelWidth() {
        return canvas.width() < MIN_WIDTH_FOR_FULL_LABELS ? NARROW_MAX_LABEL_WIDTH : MAX_LABEL_WIDTH;
    }

    private List<String> lines(Curve curve, int height) {
        double[] values = trend.columns(curve.value, columns());
        String maxLabel = Arrays.stream(values).allMatch(Double::isNaN)
                ? "-"
                : "max " + curve.format.apply(Glyphs.highest(values));
        List<String> lines = new ArrayList<>();
        for (String curveText : canvas.glyphs().curve(values, height)) {
            lines.add(
                    lines.isEmpty()
                            ? line(curve, curve.title, curveText, canvas.right(maxLabel, maxLabelWidth()))
                            : line(curve, "", curveText.stripTrailing(), ""));
        }
        return lines;
    }

    private String line(Curve curve, String title, String curveText, String maxLabel) {
        String start = canvas.left(title, NAME_WIDTH);
        if (NAME_WIDTH + Canvas.width(curveText) + Canvas.width(maxLabel) > canvas.width()) {
            return canvas.cut(start + curveText);
        }
        return canvas.dim(start)
                + (curve == Curve.DELAY ? canvas.yellow(curveText) : canvas.cyan(curveText))
                + canvas.dim(maxLabel);
    }
}
