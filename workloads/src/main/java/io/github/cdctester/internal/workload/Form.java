// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.internal.time.DurationText;
import io.github.cdctester.internal.yaml.NearNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The syntax of an option's value, on the command line and in plan files. */
public record Form<T>(Syntax syntax, Class<T> type) {

    public static final Form<Integer> NUMBER = new Form<>(Syntax.PLAIN, Integer.class);

    public static final Form<Long> LARGE_NUMBER = new Form<>(Syntax.PLAIN, Long.class);

    public static final Form<Double> DECIMAL = new Form<>(Syntax.PLAIN, Double.class);

    public static final Form<String> TEXT = new Form<>(Syntax.PLAIN, String.class);

    public static final Form<Boolean> SWITCH = new Form<>(Syntax.SWITCH, Boolean.class);

    public static final Form<Long> SIZE = new Form<>(Syntax.SIZE, Long.class);

    public static final Form<Duration> DURATION = new Form<>(Syntax.DURATION, Duration.class);

    private static final Pattern SIZES = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kKMGT]?)(i?)(B?)");

    public enum Syntax {
        /** A text, or a number that {@code valueOf} of the Java type parses. */
        PLAIN,
        /** {@code on} or {@code off}; also {@code true}, {@code 1}, {@code yes} and their opposites. */
        SWITCH,
        /** Optionally with a fraction and a unit: {@code 500000000}, {@code 0.5GB}, {@code 512MiB}. */
        SIZE,
        /** Seconds, optionally with a fraction or another unit: {@code 10}, {@code 0.5}, {@code 500ms}, {@code 2m}, {@code 1h}. */
        DURATION,
        /** An enum constant in any case, with {@code -} instead of {@code _}. */
        CHOICE
    }

    public static <E extends Enum<E>> Form<E> choice(Class<E> enumType) {
        return new Form<>(Syntax.CHOICE, enumType);
    }

    /** @throws IllegalArgumentException if the text is invalid; the message quotes the text */
    public T parse(String text) {
        Object value = switch (syntax) {
            case PLAIN -> parsePlain(text);
            case SWITCH -> parseSwitch(text);
            case SIZE -> parseSize(text);
            case DURATION -> DurationText.parse(text);
            case CHOICE -> parseConstant(text);
        };
        return type.cast(value);
    }

    private Object parsePlain(String text) {
        if (type == String.class) {
            return text;
        }
        return type == Double.class
                ? parseNumber(text, Double::valueOf, "a number")
                : parseNumber(text, type == Long.class ? Long::valueOf : Integer::valueOf, "a whole number");
    }

    private Object parseNumber(String text, Function<String, Number> parser, String expected) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            boolean isTooLarge = type != Double.class && text.matches("\\+?\\d+");
            throw new IllegalArgumentException(
                    "'" + text + "' is "
                            + (isTooLarge
                                    ? "too large: give at most "
                                            + (type == Long.class ? Long.MAX_VALUE : Integer.MAX_VALUE)
                                    : "not " + expected),
                    e);
        }
    }

    private static Boolean parseSwitch(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "on", "true", "1", "yes" -> true;
            case "off", "false", "0", "no" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither on nor off");
        };
    }

    private static Long parseSize(String text) {
        Matcher size = SIZES.matcher(text.strip());
        if (!size.matches() || size.group(2).isEmpty() && !size.group(3).isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size: give bytes, or a number with kB, MB, GB, TB, KiB, MiB, GiB or TiB");
        }
        int power =
                " KMGT".indexOf(size.group(2).isEmpty() ? " " : size.group(2).toUpperCase(Locale.ROOT));
        double unit = Math.pow(size.group(3).isEmpty() ? 1_000 : 1_024, power);
        return Math.round(Double.parseDouble(size.group(1)) * unit);
    }

    private T parseConstant(String text) {
        String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("'" + text + "' is none of " + NearNames.oneOf(text, words())));
    }

    /**
     * Splits at commas.
     *
     * @throws IllegalArgumentException if a value is empty
     */
    public static List<String> split(String text) {
        List<String> values =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (values.contains("")) {
            throw new IllegalArgumentException(
                    "'" + text + "' has an empty place: give one value, or in 'sweep' several with commas between");
        }
        return values;
    }

    public List<String> words() {
        return Arrays.stream(type.getEnumConstants())
                .map(constant ->
                        ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
