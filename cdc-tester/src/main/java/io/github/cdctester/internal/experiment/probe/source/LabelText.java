// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with names, signs and quoted values, read from left to right: a selector, or a line of Prometheus' form. */
final class LabelText {

    private static final int SHOWN_CHARACTERS = 40;
    private static final Pattern BLANKS = Pattern.compile("[ \\t]*");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern METRIC = Pattern.compile("[A-Za-z_:][A-Za-z_:0-9]*");
    private static final Pattern WORD = Pattern.compile("[^ \\t]*");
    private static final Pattern DOUBLE_QUOTED = Pattern.compile("\"(?:[^\\\\\"]|\\\\.)*+\"", Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("'(?:[^\\\\']|\\\\.)*+'", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    private final String text;
    private int at;

    LabelText(String text) {
        this.text = text;
    }

    /** The text that a pattern matches here; reading goes on behind it. */
    private String take(Pattern pattern, String otherwise) {
        Matcher found = pattern.matcher(text).region(at, text.length());
        if (!found.lookingAt()) {
            throw new IllegalArgumentException(otherwise);
        }
        at = found.end();
        return found.group();
    }

    private void skipBlanks() {
        take(BLANKS, "");
    }

    private boolean take(String wanted) {
        boolean there = text.startsWith(wanted, at);
        at += there ? wanted.length() : 0;
        return there;
    }

    String sign(String... signs) {
        skipBlanks();
        for (String sign : signs) {
            if (take(sign)) {
                skipBlanks();
                return sign;
            }
        }
        throw new IllegalArgumentException("one of " + String.join(" ", signs) + " is missing at '" + rest() + "'");
    }

    /** A metric's name, or that of a label, which has no colons. */
    String name(boolean ofMetric) {
        return take(ofMetric ? METRIC : LABEL, "there is no name at '" + rest() + "'");
    }

    /** A value between quotes, in which a backslash stands before a quote, a backslash, and n for a new line. */
    String quoted(String quotes) {
        if (at >= text.length() || quotes.indexOf(text.charAt(at)) < 0) {
            throw new IllegalArgumentException("there is no quoted value at '" + rest() + "'");
        }
        String found = take(text.charAt(at) == '"' ? DOUBLE_QUOTED : QUOTED, "a quote is not closed");
        return ESCAPE.matcher(found.substring(1, found.length() - 1)).replaceAll(escape -> switch (escape.group(1)) {
            case "n" -> "\n";
            case "\\", "\"", "'" -> Matcher.quoteReplacement(escape.group(1));
            default -> Matcher.quoteReplacement(escape.group()); // of a regular expression, such as \d
        });
    }

    /** A list between braces, with commas between, where one begins here; each item is read from its first character on. */
    void list(Runnable item) {
        skipBlanks();
        if (take("{")) {
            skipBlanks();
            while (!take("}")) {
                item.run();
                skipBlanks();
                if (!take(",") && !text.startsWith("}", at)) {
                    throw new IllegalArgumentException("a comma or } is missing at '" + rest() + "'");
                }
                skipBlanks();
            }
        }
        skipBlanks();
    }

    String word() {
        return take(WORD, "");
    }

    String rest() {
        String rest = text.substring(at);
        return rest.length() <= SHOWN_CHARACTERS ? rest : rest.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
