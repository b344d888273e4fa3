// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * A limit, and whether it was held.
 *
 * @param expression the limit as it was given
 * @param actual the value that was found, in the unit that its name says; of a consistency condition, how many rows break
 *     it; {@code null} where it is not known, and of a verdict
 * @param held whether it is within the limit
 * @param offender what was found, in words, such as {@code cdc.delay.p99Millis is 812.4 ms}; of a consistency condition, the first
 *     thing that breaks it, such as {@code warehouse 1, district 3}; {@code null} where there is none
 */
public record Check(
        String expression,
        @Nullable Double actual,
        boolean held,
        @Nullable String offender) {}
