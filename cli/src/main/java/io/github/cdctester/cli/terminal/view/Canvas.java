// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import org.jline.utils.WCWidth;

/**
 * The terminal as a picture sees it: its size, characters and colours. The colours are the terminal's own 16, so that they fit
 * its background; each coloured text ends with a reset.
 */
public record Canvas(int columns, int rows, Glyphs glyphs, boolean color) {

    /** Minimum rows of the terminal for lines above the picture. */
    private static final int HIGH = 16;

    private static final int ROWS_ABOVE = 3;

    /** The longest line: in the last column some terminals wrap. */
    int width() {
        return Math.max(1, columns - 1);
    }

    /** The most lines of a picture: the cursor stands below it, the latest lines above. */
    int height() {
        return Math.max(1, rows - 1 - (rows < HIGH ? 0 : ROWS_ABOVE));
    }

    /** Counts the columns of a text without colours: none, one or two for each character. */
    public static int width(String text) {
        return text.codePoints().map(Canvas::width).sum();
    }

    private static int width(int character) {
        return character == '\t' ? 1 : Math.max(0, WCWidth.wcwidth(character));
    }

    String cut(String text) {
        return cut(text, width());
    }

    /** Cuts a text that takes more columns, and marks the cut. */
    String cut(String text, int most) {
        String line = text.replace('\t', ' ');
        if (width(line) <= most) {
            return line;
        }
        StringBuilder kept = new StringBuilder();
        int left = most - 1;
        for (int at = 0; at < line.length(); at += Character.charCount(line.codePointAt(at))) {
            int character = line.codePointAt(at);
            left -= width(character);
            if (left < 0) {
                break;
            }
            kept.appendCodePoint(character);
        }
        return most <= 0 ? "" : kept + glyphs.cut;
    }

    /** Cuts or pads a text to {@code size} columns, aligned left. */
    String left(String text, int size) {
        String cut = cut(text, size);
        return cut + blanks(size - width(cut));
    }

    /** Cuts or pads a text to {@code size} columns, aligned right. */
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

    /** Takes the colours out of a text. */
    public static String plain(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "");
    }
}
