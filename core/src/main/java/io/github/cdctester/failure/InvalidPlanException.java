// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.math.BigDecimal;
import java.time.Duration;

/** The plan is invalid: a value is out of range, or settings exclude each other. Nothing was started. */
public final class InvalidPlanException extends CdcTesterException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final String value;
    private final String expected;

    /**
     * Creates an exception about the value of a property.
     *
     * @param property the property's name, in the plan's spelling ({@code tableSize})
     * @param value the given value
     * @param expected description of valid values, for example "a whole number from 1"
     */
    public InvalidPlanException(String property, Object value, String expected) {
        super(property + ": " + text(value) + ", must be " + expected, null);
        this.property = property;
        this.value = text(value);
        this.expected = expected;
    }

    /**
     * Creates an exception about a property.
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
     * Returns the property that is invalid.
     *
     * @return the property's name, in the plan's spelling
     */
    public String property() {
        return property;
    }

    /** Returns the given value as in the message; empty if the exception is not about a value. */
    public String value() {
        return value;
    }

    /** Returns the description of valid values, for example "a whole number from 1". */
    public String expected() {
        return expected;
    }

    /** Formats a value for the message: a duration as {@code 90000 s} instead of {@code PT25H}, a blank text as {@code empty}. */
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
