// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** Makes text safe for a terminal. Text from a server may contain control sequences that colour, hide or overwrite text. */
public final class PlainText {

    private static final char REPLACEMENT = '\ufffd';

    private static final Pattern WHOLE_NUMBER = Pattern.compile("(?<![.\\d])\\d{4,18}(?!\\d)");

    private PlainText() {}

    /** Replaces control characters except tabs, and format characters such as direction marks. Line breaks become spaces. */
    public static String line(String text) {
        return lines(text.stripTrailing().replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }

    /** Replaces control characters except line breaks and tabs, and format characters such as direction marks. */
    public static String lines(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (isHarmless(character)) {
                plain.appendCodePoint(character);
            } else {
                plain.append(REPLACEMENT);
            }
        });
        return plain.toString();
    }

    /** Example: {@code 2000}, {@code 12.5}. */
    public static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    /** Example: {@code 87,987}. */
    public static String withThousandsSeparators(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Changes numbers of 4 to 18 digits, but not after a decimal point. */
    public static String withThousandsSeparators(String text) {
        return WHOLE_NUMBER.matcher(text).replaceAll(number -> withThousandsSeparators(Long.parseLong(number.group())));
    }

    /** Example: {@code 1 row}, {@code 2,000 rows}. */
    public static String withNoun(long number, String noun) {
        return withThousandsSeparators(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Example: {@code not checked}. */
    public static String asWords(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static boolean isHarmless(int character) {
        if (character == '\n' || character == '\t') {
            return true;
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
