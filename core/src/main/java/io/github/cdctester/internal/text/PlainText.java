// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text that is safe for a terminal. A server's text (its version, error messages, names of files and tables) may contain any
 * characters, also ones that colour, hide or rewrite the screen.
 */
public final class PlainText {

    private static final char IN_PLACE = '\ufffd';

    private static final Pattern WHOLE = Pattern.compile("(?<![.\\d])\\d{4,18}(?!\\d)");

    private PlainText() {}

    /** Replaces control characters, and characters that change the direction of writing; line ends become blanks. */
    public static String line(String text) {
        return lines(text.stripTrailing().replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }

    /** Replaces control characters except line ends and tabs, and characters that change the direction of writing. */
    public static String lines(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (isHarmless(character)) {
                plain.appendCodePoint(character);
            } else {
                plain.append(IN_PLACE);
            }
        });
        return plain.toString();
    }

    /** A number without an exponent and without zeros at its end: {@code 2000}, {@code 12.5}. */
    public static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    /** A whole number with separators of thousands: {@code 87,987}. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** The same text, with separators of thousands in its whole numbers. */
    public static String grouped(String text) {
        return WHOLE.matcher(text).replaceAll(number -> grouped(Long.parseLong(number.group())));
    }

    /** Returns a number with a noun: {@code 1 row}, {@code 2,000 rows}. */
    public static String counted(long number, String noun) {
        return grouped(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** A constant in words: {@code not checked}. */
    public static String words(Enum<?> constant) {
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
