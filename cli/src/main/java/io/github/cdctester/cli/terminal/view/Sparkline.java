// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.List;

/** Numbers as columns that stand beside each other, from 0 up to the highest of them. */
final class Sparkline {

    private Sparkline() {}

    /** The highest number; 0 where there is none. */
    static double highest(double[] values) {
        double highest = 0;
        for (double value : values) {
            highest = value > highest ? value : highest; // false for what is no number
        }
        return highest;
    }

    /**
     * Draws them.
     *
     * @param values none below 0; {@code NaN} for a gap
     * @param height lines, 1 at least
     * @return that many lines of a character for each value, the highest first
     */
    static List<String> of(double[] values, int height, Glyphs glyphs) {
        double highest = highest(values);
        List<String> lines = new ArrayList<>();
        for (int line = height - 1; line >= 0; line--) {
            StringBuilder drawn = new StringBuilder(values.length);
            for (double value : values) {
                int level = level(value, highest, height * glyphs.levels()) - line * glyphs.levels();
                drawn.append(level <= 0 ? ' ' : glyphs.level(Math.min(level, glyphs.levels())));
            }
            lines.add(drawn.toString());
        }
        return lines;
    }

    /** 0 for a gap, 1 for nothing, and more for whatever is more than nothing. */
    private static int level(double value, double highest, int levels) {
        if (Double.isNaN(value)) {
            return 0;
        }
        if (value <= 0) {
            return 1;
        }
        double share = Double.isInfinite(highest) ? (Double.isInfinite(value) ? 1 : 0) : value / highest;
        return Math.max(2, 1 + (int) Math.round(share * (levels - 1)));
    }
}
