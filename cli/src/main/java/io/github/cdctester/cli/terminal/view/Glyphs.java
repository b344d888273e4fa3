// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

/** The characters that pictures are made of. */
public enum Glyphs {
    /** Block elements, for terminals whose locale has them. */
    BLOCKS("▁▂▃▄▅▆▇█", '█', " ▏▎▍▌▋▊▉", '░', '─', "…"),
    /** Letters and signs that every terminal has. */
    ASCII("_.:-=+*#", '#', " ", '.', '-', "~");

    private final String levels;
    private final char full;
    private final String parts;
    private final char empty;
    private final char rule;
    private final String cut;

    Glyphs(String levels, char full, String parts, char empty, char rule, String cut) {
        this.levels = levels;
        this.full = full;
        this.parts = parts;
        this.empty = empty;
        this.rule = rule;
        this.cut = cut;
    }

    /** How many levels there are within a line. */
    int levels() {
        return levels.length();
    }

    /** A line's level, from 1 for the lowest. */
    char level(int level) {
        return levels.charAt(level - 1);
    }

    /** A place of a bar that is filled. */
    char full() {
        return full;
    }

    /** How many parts of a bar's place can be told apart. */
    int parts() {
        return parts.length();
    }

    /** A place of a bar of which so many parts are filled; 0 for none. */
    char part(int filled) {
        return filled == 0 ? empty : parts.charAt(filled);
    }

    /** A line's piece. */
    char rule() {
        return rule;
    }

    /** What stands where a text was cut; one column wide. */
    String cut() {
        return cut;
    }
}
