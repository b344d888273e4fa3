// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

/** Colours, or none: of the terminal's own 16, so that they fit its background. Each text ends with all of them reset. */
public enum Palette {
    /** The terminal's own colours. */
    COLORS,
    /** Text as it is. */
    NONE;

    private static final String RESET = "\u001b[0m";

    String bold(String text) {
        return in("1", text);
    }

    String dim(String text) {
        return in("2", text);
    }

    String red(String text) {
        return in("1;31", text);
    }

    String green(String text) {
        return in("32", text);
    }

    String yellow(String text) {
        return in("33", text);
    }

    String cyan(String text) {
        return in("36", text);
    }

    private String in(String code, String text) {
        return this == NONE || text.isBlank() ? text : "\u001b[" + code + "m" + text + RESET;
    }

    /** Takes the colours out of a text. */
    public static String plain(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "");
    }
}
