// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

/**
 * The terminal as a picture sees it.
 *
 * @param columns how wide it is, 1 at least
 * @param rows how high, 1 at least
 * @param glyphs what pictures are made of
 * @param palette what they are coloured with
 */
public record Frame(int columns, int rows, Glyphs glyphs, Palette palette) {

    /** From so many rows on there is room for lines above the picture. */
    private static final int HIGH = 16;

    private static final int ROWS_ABOVE = 3;

    /** Checks the values. */
    public Frame {
        if (columns < 1 || rows < 1) {
            throw new IllegalArgumentException("a terminal of " + columns + " columns and " + rows + " rows");
        }
    }

    /** What a line may take: in the last column some terminals wrap. */
    int width() {
        return Math.max(1, columns - 1);
    }

    /** How many lines the picture may have: below it stands the cursor, above it what was told last. */
    int height() {
        return Math.max(1, rows - 1 - (rows < HIGH ? 0 : ROWS_ABOVE));
    }
}
