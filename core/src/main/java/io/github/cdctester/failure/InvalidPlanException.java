// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.math.BigDecimal;
import java.time.Duration;

/** The plan itself is wrong: a value out of range, or settings that exclude each other. Nothing was started. */
public final class InvalidPlanException extends CdcTesterException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final String value;
    private final String expected;

    /**
     * Creates a failure about one property of the plan.
     *
     * @param property the property's name, in the plan's spelling ({@code tableSize})
     * @param value the value that was given
     * @param expected what would be right, as in "a whole number from 1"
     */
    public InvalidPlanException(String property, Object value, String expected) {
        super(property + ": " + text(value) + ", must be " + expected, null);
        this.property = property;
        this.value = text(value);
        this.expected = expected;
    }

    /**
     * Creates a failure about a property.
     *
     * @param property the property's name, in the plan's spelling
     * @param problem the problem, for example "'four' is not a whole number"
     */
    public InvalidPlanException(String property, String problem) {
        super(property + ": " + problem, null);
        this.property = property;
        value = "";
        expected = problem;
    }

    /**
     * Names the property at fault.
     *
     * @return the property's name, in the plan's spelling
     */
    public String property() {
        return property;
    }

    /** The value that was given, as the message shows it. */
    public String value() {
        return value;
    }

    /** The values that would be right, as in "a whole number from 1". */
    public String expected() {
        return expected;
    }

    /** Formats a value as entered: {@code 90000 s}, not {@code PT25H}; an unprintable character is shown by its name. */
    private static String text(Object value) {
        if (value instanceof String text && text.isBlank()) {
            return "empty";
        }
        return value instanceof Duration duration
                ? BigDecimal.valueOf(duration.getSeconds())
                                .add(BigDecimal.valueOf(duration.getNano(), 9))
                                .stripTrailingZeros()
                                .toPlainString()
                        + " s"
                : String.valueOf(value);
    }
}
