// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import org.jline.utils.WCWidth;

/** Text by the columns that it takes on a terminal: none, one or two for a character. */
public final class Cells {

    private Cells() {}

    /** Measures a text without colours. */
    public static int width(String text) {
        return text.codePoints().map(Cells::width).sum();
    }

    private static int width(int character) {
        return character == '\t' ? 1 : Math.max(0, WCWidth.wcwidth(character));
    }

    /** The text, or its beginning and a mark where it takes more columns than there are. */
    static String cut(String text, int columns, Glyphs glyphs) {
        String line = text.replace('\t', ' ');
        if (width(line) <= columns) {
            return line;
        }
        StringBuilder kept = new StringBuilder();
        int left = columns - 1;
        for (int at = 0; at < line.length(); at += Character.charCount(line.codePointAt(at))) {
            int character = line.codePointAt(at);
            left -= width(character);
            if (left < 0) {
                break;
            }
            kept.appendCodePoint(character);
        }
        return columns <= 0 ? "" : kept + glyphs.cut();
    }

    /** The text and blanks behind it. */
    static String left(String text, int columns, Glyphs glyphs) {
        String cut = cut(text, columns, glyphs);
        return cut + blanks(columns - width(cut));
    }

    /** Blanks and the text. */
    static String right(String text, int columns, Glyphs glyphs) {
        String cut = cut(text, columns, glyphs);
        return blanks(columns - width(cut)) + cut;
    }

    static String blanks(int columns) {
        return " ".repeat(Math.max(0, columns));
    }
}
