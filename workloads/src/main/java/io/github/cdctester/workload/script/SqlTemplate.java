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
 * A statement with named parameters such as {@code :name}.
 *
 * @param firstWord in upper case, such as {@code SELECT}
 * @param pieces the text around the parameters; one piece more than there are parameters
 * @param names in order of use, including repetitions
 */
record SqlTemplate(String firstWord, List<String> pieces, List<String> names) {

    /** Words that read or write files on the server. */
    private static final Set<String> FILE_WORDS = Set.of("OUTFILE", "DUMPFILE", "LOAD_FILE");

    private static final Pattern ROWS =
            Pattern.compile("INSERT\\s.*\\bVALUES\\s*(\\(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Matches constants after the last parameter, and the closing bracket. */
    private static final Pattern END_OF_ROW = Pattern.compile("[^()]*\\)\\s*");

    SqlTemplate {
        pieces = List.copyOf(pieces);
        names = List.copyOf(names);
    }

    static SqlTemplate parse(String sql) {
        return new Parser(sql.strip()).template();
    }

    /** Has '?' in place of the parameters. */
    String preparedText() {
        return String.join("?", pieces);
    }

    /** Returns the text of an INSERT's row up to its first parameter; empty if there is no such row at the end. */
    String rowStart() {
        Matcher rows = ROWS.matcher(pieces.get(0));
        String lastPiece = pieces.get(pieces.size() - 1);
        return rows.matches() && END_OF_ROW.matcher(lastPiece).matches() ? rows.group(1) : "";
    }

    boolean isSelect() {
        return firstWord.equals("SELECT");
    }

    private static InvalidPlanException malformed(String problem, String expected) {
        return new InvalidPlanException("sql", problem, expected);
    }

    private static final class Parser {

        private final String sql;
        private final List<String> pieces = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private String firstWord = "";
        private int position;
        private int pieceStart;

        Parser(String sql) {
            this.sql = sql;
        }

        SqlTemplate template() {
            int statementEnd = sql.length();
            while (position < statementEnd) {
                char character = sql.charAt(position);
                if (character == '\'' || character == '"' || character == '`') {
                    skipQuoted(character);
                } else if (character == '#'
                        || startsWith("--") && (position + 2 == statementEnd || sql.charAt(position + 2) <= ' ')) {
                    int lineEnd = sql.indexOf('\n', position);
                    position = lineEnd < 0 ? statementEnd : lineEnd;
                } else if (startsWith("/*")) {
                    skipComment();
                } else if (character == ';') {
                    if (position != sql.length() - 1) {
                        throw malformed("several statements", "one statement; the next is another element");
                    }
                    statementEnd--;
                } else if (character == '?') {
                    throw malformed("a statement with '?'", "a statement with named parameters, as in :id");
                } else if (character == ':' && position + 1 < statementEnd && isLetter(sql.charAt(position + 1))) {
                    addParameter();
                } else if (isLetter(character)) {
                    readWord();
                } else {
                    position++;
                }
            }
            pieces.add(sql.substring(pieceStart, statementEnd));
            return new SqlTemplate(firstWord, pieces, names);
        }

        private boolean startsWith(String text) {
            return sql.startsWith(text, position);
        }

        private void skipQuoted(char quote) {
            int from = position++;
            while (position < sql.length()) {
                char character = sql.charAt(position++);
                if (character == '\\' && quote != '`') {
                    position++;
                } else if (character == quote) {
                    if (position < sql.length() && sql.charAt(position) == quote) {
                        position++;
                    } else {
                        return;
                    }
                }
            }
            throw malformed("a quote that is not closed: " + sql.substring(from), "closed");
        }

        private void skipComment() {
            if (startsWith("/*!") || startsWith("/*M!")) {
                throw malformed("a comment that is executed", "a plain statement");
            }
            int commentEnd = sql.indexOf("*/", position + 2);
            if (commentEnd < 0) {
                throw malformed("a comment that is not closed", "closed");
            }
            position = commentEnd + 2;
        }

        private void addParameter() {
            pieces.add(sql.substring(pieceStart, position));
            int from = ++position;
            skipWord();
            names.add(sql.substring(from, position));
            pieceStart = position;
        }

        private void readWord() {
            int from = position;
            skipWord();
            String word = sql.substring(from, position).toUpperCase(Locale.ROOT);
            if (firstWord.isEmpty() && from == 0) {
                firstWord = word;
            }
            if (FILE_WORDS.contains(word)) {
                throw malformed("a statement with " + word, "a statement that does not read or write files");
            }
        }

        private void skipWord() {
            while (position < sql.length()
                    && (isLetter(sql.charAt(position)) || Character.isDigit(sql.charAt(position)))) {
                position++;
            }
        }

        private static boolean isLetter(char character) {
            return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z' || character == '_';
        }
    }
}
