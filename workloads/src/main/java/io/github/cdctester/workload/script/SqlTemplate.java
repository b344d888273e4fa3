// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement with named parameters such as {@code :name}. Quoted text and comments are not changed.
 *
 * @param firstWord its first word in upper case, such as {@code SELECT}
 * @param pieces the text around the parameters; one piece more than there are parameters
 * @param names the names of the parameters in order of use, including repetitions
 */
record SqlTemplate(String firstWord, List<String> pieces, List<String> names) {

    /** Words that read or write files on the server. */
    private static final Set<String> FILE_WORDS = Set.of("OUTFILE", "DUMPFILE", "LOAD_FILE");

    private static final Pattern ROWS =
            Pattern.compile("INSERT\\s.*\\bVALUES\\s*(\\(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Constants may follow the last parameter. */
    private static final Pattern END_OF_ROW = Pattern.compile("[^()]*\\)\\s*");

    SqlTemplate {
        pieces = List.copyOf(pieces);
        names = List.copyOf(names);
    }

    static SqlTemplate parse(String sql) {
        return new Scan(sql.strip()).template();
    }

    /** Returns the text with '?' in place of the parameters. */
    String prepared() {
        return String.join("?", pieces);
    }

    /** Returns the beginning of an INSERT's row, up to its first parameter; empty if the statement does not end with a row. */
    String rowsBegin() {
        Matcher rows = ROWS.matcher(pieces.get(0));
        String end = pieces.get(pieces.size() - 1);
        return rows.matches() && END_OF_ROW.matcher(end).matches() ? rows.group(1) : "";
    }

    boolean isSelect() {
        return firstWord.equals("SELECT");
    }

    private static InvalidPlanException malformed(String what, String expected) {
        return new InvalidPlanException("sql", what, expected);
    }

    /** Parses a statement in one pass. */
    private static final class Scan {

        private final String sql;
        private final List<String> pieces = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private String firstWord = "";
        private int at;
        private int pieceFrom;

        Scan(String sql) {
            this.sql = sql;
        }

        SqlTemplate template() {
            int end = sql.length();
            while (at < end) {
                char c = sql.charAt(at);
                if (c == '\'' || c == '"' || c == '`') {
                    quoted(c);
                } else if (c == '#' || startsWith("--") && (at + 2 == end || sql.charAt(at + 2) <= ' ')) {
                    int line = sql.indexOf('\n', at);
                    at = line < 0 ? end : line;
                } else if (startsWith("/*")) {
                    comment();
                } else if (c == ';') {
                    if (at != sql.length() - 1) {
                        throw malformed("several statements", "one statement; the next is another element");
                    }
                    end--;
                } else if (c == '?') {
                    throw malformed("a statement with '?'", "one with parameters by name, as in :id");
                } else if (c == ':' && at + 1 < end && isLetter(sql.charAt(at + 1))) {
                    parameter();
                } else if (isLetter(c)) {
                    word();
                } else {
                    at++;
                }
            }
            pieces.add(sql.substring(pieceFrom, end));
            return new SqlTemplate(firstWord, pieces, names);
        }

        private boolean startsWith(String text) {
            return sql.startsWith(text, at);
        }

        private void quoted(char quote) {
            int from = at++;
            while (at < sql.length()) {
                char c = sql.charAt(at++);
                if (c == '\\' && quote != '`') {
                    at++;
                } else if (c == quote) {
                    if (at < sql.length() && sql.charAt(at) == quote) {
                        at++;
                    } else {
                        return;
                    }
                }
            }
            throw malformed("a quote that is not closed: " + sql.substring(from), "closed");
        }

        private void comment() {
            if (startsWith("/*!") || startsWith("/*M!")) {
                throw malformed("a comment that is executed", "a plain statement");
            }
            int end = sql.indexOf("*/", at + 2);
            if (end < 0) {
                throw malformed("a comment that is not closed", "closed");
            }
            at = end + 2;
        }

        private void parameter() {
            pieces.add(sql.substring(pieceFrom, at));
            int from = ++at;
            skipWord();
            names.add(sql.substring(from, at));
            pieceFrom = at;
        }

        private void word() {
            int from = at;
            skipWord();
            String word = sql.substring(from, at).toUpperCase(Locale.ROOT);
            if (firstWord.isEmpty() && from == 0) {
                firstWord = word;
            }
            if (FILE_WORDS.contains(word)) {
                throw malformed("a statement with " + word, "one that does not read or write files");
            }
        }

        private void skipWord() {
            while (at < sql.length() && (isLetter(sql.charAt(at)) || Character.isDigit(sql.charAt(at)))) {
                at++;
            }
        }

        private static boolean isLetter(char c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
        }
    }
}
