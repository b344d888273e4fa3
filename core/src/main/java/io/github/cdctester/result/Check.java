// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * A limit, and whether it was held.
 *
 * @param expression the limit as it was given
 * @param actual the value that was found, in the unit that its name says; of a consistency condition, how many rows break
 *     it; {@code null} where it is not known, and of a verdict
 * @param held whether it is within the limit; false if that is not decided
 * @param offender what was found, in words, such as {@code cdc.delay.p99Millis is 812.4 ms}; of a consistency condition, the first
 *     thing that breaks it, such as {@code warehouse 1, district 3}; {@code null} where there is none
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

    /** {@return true if the limit was found broken, rather than held or not decided} */
    public boolean isBroken() {
        return !held && undecided == null;
    }
}
