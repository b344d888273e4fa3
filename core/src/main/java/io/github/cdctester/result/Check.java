// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * A limit, and its outcome.
 *
 * @param expression the user's limit
 * @param actual the actual value, in the unit of its name; for a consistency condition, the number of violating rows; {@code null}
 *     if unknown, and for a verdict
 * @param held whether it is within the limit; false if that is not decided
 * @param offender the finding as text, such as {@code cdc.delay.p99Millis is 812.4 ms}; for a consistency condition, the first
 *     violation, such as {@code warehouse 1, district 3}; {@code null} for none
 * @param undecided why the measurements do not decide it; {@code null} if they do
 */
public record Check(
        String expression,
        @Nullable Double actual,
        boolean held,
        @Nullable String offender,
        @Nullable Undecided undecided) {

    /**
     * A check that the measurements do not decide.
     *
     * @param reason in words, such as {@code one run each}
     * @param repeats runs of each side that would decide it at the measured noise, or that an estimate of the noise needs; {@code null} if
     *     repeats do not help
     */
    public record Undecided(String reason, @Nullable Integer repeats) {}

    /** Creates a check that is decided. */
    public Check(String expression, @Nullable Double actual, boolean held, @Nullable String offender) {
        this(expression, actual, held, offender, null);
    }

    /** {@return true if the limit was broken; false if it passed or is undecided} */
    public boolean isBroken() {
        return !held && undecided == null;
    }
}
