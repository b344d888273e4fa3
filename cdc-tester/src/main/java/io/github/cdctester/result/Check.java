// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * A limit, and whether it was held.
 *
 * @param expression the limit as it was given
 * @param actual the value that was found; of a consistency condition, how many rows break it
 * @param held whether it is within the limit
 * @param offender the first thing that breaks it, such as {@code warehouse 1, district 3}; {@code null} where there is none
 */
public record Check(
        String expression,
        double actual,
        boolean held,
        @Nullable String offender) {

    /**
     * Creates a check of a number.
     *
     * @param expression the limit as it was given
     * @param actual the value that was found
     * @param held whether it is within the limit
     */
    public Check(String expression, double actual, boolean held) {
        this(expression, actual, held, null);
    }
}
