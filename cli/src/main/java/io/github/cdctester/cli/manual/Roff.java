// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import java.util.Locale;

/** The text of a manual page, in the macros of man(7). */
final class Roff {

    private final StringBuilder text = new StringBuilder();
    private boolean atHead;

    Roff title(String name, String date, String source, String manual) {
        line(".TH " + quoted(name.toUpperCase(Locale.ROOT)) + " 1 \"" + date + "\" " + quoted(source) + " "
                + quoted(manual));
        // no word of a command is cut in two, nor stretched
        return line(".nh").line(".ad l");
    }

    Roff section(String heading) {
        line(".SH " + quoted(heading));
        atHead = true;
        return this;
    }

    Roff subsection(String heading) {
        return line(".SS " + quoted(heading));
    }

    /** Text, filled to the width of the page. */
    Roff paragraph(String words) {
        return apart().line(plain(words));
    }

    /** Text whose lines stay as they are. */
    Roff example(String lines) {
        apart().line(".nf").line(".RS 4");
        lines.lines().forEach(line -> line(plain(line)));
        return line(".RE").line(".fi");
    }

    /** A term, already marked up, and what it means. */
    Roff term(String term, String meaning) {
        return line(".TP").line(term).line(plain(meaning));
    }

    /** A heading has a distance of its own behind it. */
    private Roff apart() {
        return atHead ? this : line(".PP");
    }

    /** A line that is marked up already. */
    Roff line(String markedUp) {
        atHead = false;
        text.append(markedUp).append('\n');
        return this;
    }

    static String bold(String words) {
        return "\\fB" + escaped(words) + "\\fR";
    }

    static String italic(String words) {
        return "\\fI" + escaped(words) + "\\fR";
    }

    /** Words as they are: no character of theirs means anything to roff, also not at the beginning of a line. */
    static String plain(String words) {
        String escaped = escaped(words);
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    /** Hyphens, quotes and the like are those of a command line, not those of a printed page. */
    private static String escaped(String words) {
        StringBuilder escaped = new StringBuilder();
        words.codePoints().forEach(character -> {
            switch (character) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '\'' -> escaped.append("\\(aq");
                case '`' -> escaped.append("\\(ga");
                case '^' -> escaped.append("\\(ha");
                case '~' -> escaped.append("\\(ti");
                default -> {
                    if (character < 0x80) {
                        escaped.appendCodePoint(character);
                    } else {
                        escaped.append(String.format("\\[u%04X]", character));
                    }
                }
            }
        });
        return escaped.toString();
    }

    private static String quoted(String argument) {
        return "\"" + escaped(argument).replace("\"", "\\(dq") + "\"";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
