// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import org.jline.utils.WCWidth;

/** Size, characters and colours of a terminal. Uses only the 16 standard colours, which match the terminal's background. */
public record Canvas(int columns, int rows, Glyphs glyphs, boolean color) {

    /** A terminal with at least this many rows reserves {@link #ROWS_ABOVE} rows above the picture. */
    private static final int MIN_ROWS_WITH_LINES_ABOVE = 16;

    private static final int ROWS_ABOVE = 3;

    /** The last column is not used, because some terminals wrap there. */
    int width() {
        return Math.max(1, columns - 1);
    }

    /** Excludes the row of the cursor, and the rows for lines above the picture. */
    int height() {
        return Math.max(1, rows - 1 - (rows < MIN_ROWS_WITH_LINES_ABOVE ? 0 : ROWS_ABOVE));
    }

    /** Returns the number of columns. A character takes zero, one or two columns. */
    public static int width(String text) {
        return text.codePoints().map(Canvas::width).sum();
    }

    private static int width(int character) {
        return character == '\t' ? 1 : Math.max(0, WCWidth.wcwidth(character));
    }

    String cut(String text) {
        return cut(text, width());
    }

    String cut(String text, int columns) {
        String line = text.replace('\t', ' ');
        if (width(line) <= columns) {
            return line;
        }
        StringBuilder visibleText = new StringBuilder();
        int remainingColumns = columns - 1;
        for (int i = 0; i < line.length(); i += Character.charCount(line.codePointAt(i))) {
            int character = line.codePointAt(i);
            remainingColumns -= width(character);
            if (remainingColumns < 0) {
                break;
            }
            visibleText.appendCodePoint(character);
        }
        return columns <= 0 ? "" : visibleText + glyphs.cutMark;
    }

    String left(String text, int size) {
        String cut = cut(text, size);
        return cut + blanks(size - width(cut));
    }

    String right(String text, int size) {
        String cut = cut(text, size);
        return blanks(size - width(cut)) + cut;
    }

    static String blanks(int size) {
        return " ".repeat(Math.max(0, size));
    }

    String bold(String text) {
        return colored("1", text);
    }

    String dim(String text) {
        return colored("2", text);
    }

    String red(String text) {
        return colored("1;31", text);
    }

    String green(String text) {
        return colored("32", text);
    }

    String yellow(String text) {
        return colored("33", text);
    }

    String cyan(String text) {
        return colored("36", text);
    }

    private String colored(String code, String text) {
        return !color || text.isBlank() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }

    public static String plain(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "");
    }
}
