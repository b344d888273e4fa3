// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a statement into words to find the variables that it sets. */
final class SqlWords {

    /**
     * A part of a statement.
     *
     * @param text the name or number without backticks, the string literal including its quotes, or one sign
     */
    record Word(String text, Form form, int from, int to) {

        enum Form {
            NAME,
            TEXT,
            SIGN
        }

        boolean isSign(String sign) {
            return form == Form.SIGN && text.equals(sign);
        }

        String upperCaseName() {
            return form == Form.NAME ? text.toUpperCase(Locale.ROOT) : "";
        }
    }

    /** Comments that the server executes, or may execute. */
    private static final Pattern HINT = Pattern.compile("/\\*M?!|/\\*\\+");

    private static final Pattern WORD = Pattern.compile(
            "(?<blank>\\s+|/\\*.*?\\*/|--(?=\\s|$)[^\\n]*|#[^\\n]*)"
                    + "|(?<text>'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\")"
                    + "|(?<name>(?:[\\p{L}\\p{N}_$@.]|`(?:[^`]|``)*`)+)"
                    + "|(?<sign>:=|.)",
            Pattern.DOTALL);

    private SqlWords() {}

    static boolean hasHints(String sql) {
        return HINT.matcher(sql).find();
    }

    static List<Word> of(String sql) {
        List<Word> words = new ArrayList<>();
        Matcher word = WORD.matcher(sql);
        boolean ended = false;
        while (word.find()) {
            if (word.group("blank") != null) {
                continue;
            }
            if (ended) {
                throw new InvalidPlanException("before", sql, "one statement each");
            }
            if (";".equals(word.group("sign"))) {
                ended = true;
            } else {
                words.add(word(word));
            }
        }
        if (words.isEmpty()) {
            throw new InvalidPlanException("before", "an empty statement", "a list of statements");
        }
        return words;
    }

    private static Word word(Matcher found) {
        boolean text = found.group("text") != null;
        boolean name = found.group("name") != null;
        return new Word(
                name ? found.group().replace("`", "") : found.group(),
                text ? Word.Form.TEXT : name ? Word.Form.NAME : Word.Form.SIGN,
                found.start(),
                found.end());
    }
}
