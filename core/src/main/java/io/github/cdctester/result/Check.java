// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * A limit and the result of its check.
 *
 * @param expression the user's limit
 * @param actual the actual value, in the unit that its name contains; for a consistency condition, the number of
 *     violating rows; {@code null} if unknown, or if the limit is a required verdict
 * @param held true if the value is within the limit; false if not, if the value is unknown, or if undecided
 * @param offender the finding as text, for example {@code cdc.delay.p99Millis is 812.4 ms}. For a consistency
 *     condition, the first violation, for example {@code warehouse 1, district 3}. {@code null} for none.
 * @param undecided the reason if the measurements cannot decide the check; {@code null} if they can
 */
public record Check(
        String expression,
        @Nullable Double actual,
        boolean held,
        @Nullable String offender,
        @Nullable Undecided undecided) {

    /**
     * The reason why the measurements cannot decide a check.
     *
     * @param reason the reason as text, for example {@code one run each}
     * @param repeats runs per side needed to decide the check at the measured noise, or to estimate the noise; {@code
     *     null} if more runs do not help
     */
    public record Undecided(String reason, @Nullable Integer repeats) {}

    /** Creates a decided check. */
    public Check(String expression, @Nullable Double actual, boolean held, @Nullable String offender) {
        this(expression, actual, held, offender, null);
    }

    /** {@return true if the value violates the limit or is unknown; false if it passed or is undecided} */
    public boolean isBroken() {
        return !held && undecided == null;
    }
}
