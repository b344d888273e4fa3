// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.Note.Code;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills the sentences of notes and verdicts from the resource {@code sentences.properties}. Braces contain an argument,
 * here {@code n}:
 *
 * <ul>
 *   <li>{@code {n}}: the value; {@code {n%.1f}}: the formatted value
 *   <li>{@code {n:one|many}}: a number and its noun; {@code {n?one|many}}: the noun alone
 *   <li>{@code {n!text %s}}: a text with the value, if the argument is present
 *   <li>{@code {n|text}}: the value, or a text if the argument is missing
 *   <li>{@code {n=}}: a setting and its value
 * </ul>
 */
final class Sentences {

    private static final Pattern ARGUMENT = Pattern.compile("\\{(\\w+)(?:(%[^}]*)|([:?!=|])([^}]*))?}");
    private static final Pattern NUMBER = Pattern.compile("%(\\.\\d[fg]|d)");
    private static final Properties SENTENCES = read();

    private Sentences() {}

    private static Properties read() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(Sentences.class.getResourceAsStream("sentences.properties"));
                Reader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            properties.load(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    /**
     * Fills the sentence of a code. The key is the constant's name; for enums other than {@link Code}, the enum's name
     * precedes it.
     */
    static String text(Enum<?> code, Map<String, ?> arguments) {
        Matcher matcher = ARGUMENT.matcher(SENTENCES.getProperty(key(code), ""));
        return matcher.replaceAll(match -> Matcher.quoteReplacement(
                displayText(arguments.get(match.group(1)), match.group(2), match.group(3), match.group(4))));
    }

    /** Returns another text of a code, for example its remedy; empty for none. */
    static String additionalText(Enum<?> code, String textKind) {
        return SENTENCES.getProperty(key(code) + "." + textKind, "");
    }

    private static String key(Enum<?> code) {
        return code instanceof Code ? code.name() : code.getDeclaringClass().getSimpleName() + "." + code.name();
    }

    private static String displayText(
            @Nullable Object value, @Nullable String format, @Nullable String operator, @Nullable String suffix) {
        if (value == null) {
            return "|".equals(operator) ? String.valueOf(suffix) : "";
        }
        if (format != null) {
            return format(format, value);
        }
        String text = value instanceof List<?> list ? join(list) : number(value);
        if (operator == null || suffix == null || operator.equals("|")) {
            return text;
        }
        String[] oneAndMany = suffix.split("\\|", 2);
        String word = oneAndMany[text.equals("1") ? 0 : oneAndMany.length - 1];
        return switch (operator) {
            case ":" -> text + " " + word;
            case "?" -> word;
            case "!" -> format(suffix, value instanceof List<?> ? text : value);
            default -> text.replace("=", " is ");
        };
    }

    /**
     * Formats a value; numbers get thousands separators, except with {@code %s}. The format determines the type of a number,
     * because a tool that rewrote the result may have written 100.0 as 100, or 100 as 100.0.
     */
    private static String format(String format, Object value) {
        Matcher placeholder = NUMBER.matcher(format);
        Object argument = isWhole(value) ? (Object) ((Number) value).longValue() : value;
        if (value instanceof Number number && placeholder.find()) {
            boolean isInteger = placeholder.group(1).equals("d");
            argument = isInteger ? (Object) number.longValue() : (Object) number.doubleValue();
        }
        return String.format(Locale.ROOT, placeholder.replaceAll("%,$1"), argument);
    }

    private static String number(Object value) {
        return isWhole(value) ? String.format(Locale.ROOT, "%,d", ((Number) value).longValue()) : value.toString();
    }

    private static boolean isWhole(Object value) {
        return value instanceof Number number && number.longValue() == number.doubleValue();
    }

    /** Joins items with commas, or with semicolons if an item contains a comma. */
    private static String join(List<?> list) {
        List<String> items = list.stream().map(String::valueOf).toList();
        return String.join(items.stream().anyMatch(item -> item.contains(", ")) ? "; " : ", ", items);
    }
}
