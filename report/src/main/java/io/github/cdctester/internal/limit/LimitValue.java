// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.value.Dimension;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number with a unit that fits the compared value, such as {@code 600MB} or {@code 99 %}. */
public record LimitValue(double value, Dimension dimension, String unit) {

    /** Groups: the number, and the text after it. */
    static final Pattern NUMBER = Pattern.compile("(-?\\d{1,18}(?:\\.\\d{1,9})?)\\s*(.*)");

    /**
     * @param unit {@code bytes}, {@code percent}, {@code us}, {@code ms} and {@code s} accept related units such as MB; for any
     *     other unit, the text must repeat the unit (in any case) or omit it
     * @throws InvalidPlanException if the text is not a number, or its unit does not fit
     */
    public static LimitValue parse(String property, String text, String unit) {
        Dimension dimension = dimension(unit);
        Matcher number = NUMBER.matcher(text.strip());
        if (!number.matches()) {
            throw new InvalidPlanException(
                    property, "'" + text + "'", "a number with a unit, such as 600MB, 1.5 or 99%");
        }
        String givenUnit = number.group(2);
        try {
            double parsed = Double.parseDouble(number.group(1));
            return new LimitValue(
                    givenUnit.equalsIgnoreCase(unit) ? parsed : dimension.inJsonUnit(parsed, givenUnit),
                    dimension,
                    unit);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException(
                    property, "'" + text + "'", "a number in the unit of the values, " + unit + ": " + e.getMessage());
        }
    }

    private static Dimension dimension(String unit) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "bytes", "byte", "b" -> Dimension.BYTES;
            case "bytes/s", "byte/s" -> Dimension.BYTES_PER_SECOND;
            case "percent", "%" -> Dimension.PERCENT;
            case "us", "micros" -> Dimension.MICROS;
            case "ms", "millis" -> Dimension.MILLIS;
            case "s", "seconds" -> Dimension.SECONDS;
            default -> unit.equals("B/s") ? Dimension.BYTES_PER_SECOND : Dimension.COUNT; // b/s are bits
        };
    }

    public String format(double number) {
        boolean showsUnit = dimension == Dimension.COUNT && !unit.equalsIgnoreCase("none");
        return dimension.text(number, value) + (showsUnit ? " " + unit : "");
    }

    @Override
    public String toString() {
        return format(value);
    }
}
