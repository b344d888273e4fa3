// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.Set;

/** A text with names, signs and quoted values, read from left to right: a selector, or a line of Prometheus' form. */
final class LabelText {

    private static final int SHOWN_CHARACTERS = 40;

    private final String text;
    private int at;

    LabelText(String text) {
        this.text = text;
    }

    private void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private boolean isAt(char wanted) {
        return at < text.length() && text.charAt(at) == wanted;
    }

    private boolean take(String wanted) {
        if (text.startsWith(wanted, at)) {
            at += wanted.length();
            return true;
        }
        return false;
    }

    /** A sign, with blanks around it. */
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
        int from = at;
        while (at < text.length() && isOfName(text.charAt(at), at > from, ofMetric)) {
            at++;
        }
        if (from == at) {
            throw new IllegalArgumentException("there is no name at '" + rest() + "'");
        }
        return text.substring(from, at);
    }

    private static boolean isOfName(char c, boolean inside, boolean ofMetric) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c == '_'
                || ofMetric && c == ':'
                || inside && c >= '0' && c <= '9';
    }

    /** A value between quotes, in which a backslash stands before a quote, a backslash, and n for a new line. */
    String quoted(Set<Character> quotes) {
        if (at >= text.length() || !quotes.contains(text.charAt(at))) {
            throw new IllegalArgumentException("there is no quoted value at '" + rest() + "'");
        }
        char end = text.charAt(at++);
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != end) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                char escaped = text.charAt(at++);
                switch (escaped) {
                    case 'n' -> value.append('\n');
                    case '\\', '"', '\'' -> value.append(escaped);
                    default -> value.append('\\').append(escaped); // of a regular expression, such as \d
                }
            } else {
                value.append(c);
            }
        }
        if (at >= text.length()) {
            throw new IllegalArgumentException("a quote is not closed");
        }
        at++;
        return value.toString();
    }

    /** A list between braces, with commas between, where one begins here; each item is read from its first character on. */
    void list(Runnable item) {
        skipBlanks();
        if (take("{")) {
            skipBlanks();
            while (!take("}")) {
                item.run();
                skipBlanks();
                if (!take(",") && !isAt('}')) {
                    throw new IllegalArgumentException("a comma or } is missing at '" + rest() + "'");
                }
                skipBlanks();
            }
        }
        skipBlanks();
    }

    String word() {
        int from = at;
        while (at < text.length() && text.charAt(at) != ' ' && text.charAt(at) != '\t') {
            at++;
        }
        return text.substring(from, at);
    }

    /** What was not read yet; of a long text its beginning. */
    String rest() {
        String rest = text.substring(at);
        return rest.length() <= SHOWN_CHARACTERS ? rest : rest.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
