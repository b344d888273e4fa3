// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import java.util.ArrayList;
import java.util.List;

public enum Glyphs {
    BLOCKS("▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉", '█', '░', '─', "…"),
    ASCII("_.:-=+*#", " ", '#', '.', '-', "~");

    /** Length of an indeterminate bar, divided by the length of its moving piece. */
    private static final int BAR_TO_PIECE_RATIO = 6;

    private static final double CELLS_PER_SECOND = 4;

    private final String levels;
    private final String partialBlocks;
    private final char fullCell;
    private final char emptyCell;
    final char rule;

    /** Marks the end of a truncated line; one column wide. */
    final String cutMark;

    Glyphs(String levels, String partialBlocks, char fullCell, char emptyCell, char rule, String cut) {
        this.levels = levels;
        this.partialBlocks = partialBlocks;
        this.fullCell = fullCell;
        this.emptyCell = emptyCell;
        this.rule = rule;
        this.cutMark = cut;
    }

    String bar(double share, int width) {
        int cells = width - 2;
        double filledShare = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
        int filledBlocks = (int) Math.floor(filledShare * cells * partialBlocks.length());
        StringBuilder bar = new StringBuilder("[");
        for (int cell = 0; cell < cells; cell++) {
            int blocksInCell = filledBlocks - cell * partialBlocks.length();
            bar.append(
                    blocksInCell >= partialBlocks.length()
                            ? fullCell
                            : blocksInCell <= 0 ? emptyCell : partialBlocks.charAt(blocksInCell));
        }
        return bar.append(']').toString();
    }

    String movingBar(double seconds, int width) {
        int cells = width - 2;
        int piece = Math.max(1, cells / BAR_TO_PIECE_RATIO);
        int travel = Math.max(1, cells - piece);
        int step = (int) (seconds * CELLS_PER_SECOND % (2 * travel));
        int pieceStart = step <= travel ? step : 2 * travel - step;
        StringBuilder bar = new StringBuilder("[");
        for (int cell = 0; cell < cells; cell++) {
            bar.append(cell >= pieceStart && cell < pieceStart + piece ? fullCell : emptyCell);
        }
        return bar.append(']').toString();
    }

    /**
     * The scale ends at the highest value.
     *
     * @param values values from 0; {@code NaN} for a gap
     * @param height number of lines, at least 1
     * @return {@code height} lines from top to bottom, with one character per value
     */
    List<String> curve(double[] values, int height) {
        double highest = highest(values);
        List<String> lines = new ArrayList<>();
        for (int line = height - 1; line >= 0; line--) {
            StringBuilder drawnLine = new StringBuilder(values.length);
            for (double value : values) {
                int level = level(value, highest, height * levels.length()) - line * levels.length();
                drawnLine.append(level <= 0 ? ' ' : levels.charAt(Math.min(level, levels.length()) - 1));
            }
            lines.add(drawnLine.toString());
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

    /** Returns 0 for a gap, 1 for the value 0, and more for positive values. */
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
