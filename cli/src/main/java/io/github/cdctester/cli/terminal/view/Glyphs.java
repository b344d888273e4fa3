// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.List;

/** The characters that bars and curves are drawn with. */
public enum Glyphs {
    BLOCKS("▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉", '█', '░', '─', "…"),
    ASCII("_.:-=+*#", " ", '#', '.', '-', "~");

    /** The moving piece of an indeterminate bar takes this part of it. */
    private static final int PIECES = 6;

    private static final double PLACES_PER_SECOND = 4;

    private final String levels;
    private final String parts;
    private final char full;
    private final char empty;
    final char rule;

    /** Marks a cut text; one column wide. */
    final String cut;

    Glyphs(String levels, String parts, char full, char empty, char rule, String cut) {
        this.levels = levels;
        this.parts = parts;
        this.full = full;
        this.empty = empty;
        this.rule = rule;
        this.cut = cut;
    }

    String bar(double share, int width) {
        int places = width - 2;
        double done = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
        int filledParts = (int) Math.floor(done * places * parts.length());
        StringBuilder bar = new StringBuilder("[");
        for (int place = 0; place < places; place++) {
            int filled = filledParts - place * parts.length();
            bar.append(filled >= parts.length() ? full : filled <= 0 ? empty : parts.charAt(filled));
        }
        return bar.append(']').toString();
    }

    /** Draws the bar of something whose end is unknown: a piece of it moves to and fro. */
    String movingBar(double seconds, int width) {
        int places = width - 2;
        int piece = Math.max(1, places / PIECES);
        int way = Math.max(1, places - piece);
        int step = (int) (seconds * PLACES_PER_SECOND % (2 * way));
        int from = step <= way ? step : 2 * way - step;
        StringBuilder bar = new StringBuilder("[");
        for (int place = 0; place < places; place++) {
            bar.append(place >= from && place < from + piece ? full : empty);
        }
        return bar.append(']').toString();
    }

    /**
     * Draws values as adjacent columns, from 0 up to the highest.
     *
     * @param values none below 0; {@code NaN} for a gap
     * @param height lines, 1 at least
     * @return that many lines, the highest first, of a character for each value
     */
    List<String> curve(double[] values, int height) {
        double highest = highest(values);
        List<String> lines = new ArrayList<>();
        for (int line = height - 1; line >= 0; line--) {
            StringBuilder drawn = new StringBuilder(values.length);
            for (double value : values) {
                int level = level(value, highest, height * levels.length()) - line * levels.length();
                drawn.append(level <= 0 ? ' ' : levels.charAt(Math.min(level, levels.length()) - 1));
            }
            lines.add(drawn.toString());
        }
        return lines;
    }

    static double highest(double[] values) {
        double highest = 0;
        for (double value : values) {
            highest = value > highest ? value : highest; // false for NaN
        }
        return highest;
    }

    /** 0 for a gap, 1 for zero, larger for positive values. */
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
