// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits an SQL statement into words. */
final class SqlWords {

    /** @param text a name or number without backticks, a string literal with its quotes, or an operator or punctuation sign */
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

    /** The server interprets executable comments and optimizer hints. */
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
        Matcher matcher = WORD.matcher(sql);
        boolean isEnded = false;
        while (matcher.find()) {
            if (matcher.group("blank") != null) {
                continue;
            }
            if (isEnded) {
                throw new InvalidPlanException("before", sql, "one statement each");
            }
            if (";".equals(matcher.group("sign"))) {
                isEnded = true;
            } else {
                words.add(word(matcher));
            }
        }
        if (words.isEmpty()) {
            throw new InvalidPlanException("before", "an empty statement", "a list of statements");
        }
        return words;
    }

    private static Word word(Matcher matcher) {
        boolean isText = matcher.group("text") != null;
        boolean isName = matcher.group("name") != null;
        return new Word(
                isName ? matcher.group().replace("`", "") : matcher.group(),
                isText ? Word.Form.TEXT : isName ? Word.Form.NAME : Word.Form.SIGN,
                matcher.start(),
                matcher.end());
    }
}
