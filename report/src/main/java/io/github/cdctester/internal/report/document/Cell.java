// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/**
 * @param value a {@code Number}, a {@link Quantity}, or an object that is displayed by {@code toString()}; {@code null} if
 *     unknown
 * @param below text of a second line, such as an interval; {@code null} if there is none
 */
public record Cell(
        @Nullable Object value,
        @Nullable Double min,
        @Nullable Double max,
        @Nullable String below,
        Tone tone) {

    public static Cell of(@Nullable Object value) {
        return of(value, Tone.NEUTRAL);
    }

    public static Cell of(@Nullable Object value, Tone tone) {
        return new Cell(value, null, null, null, tone);
    }

    /** {@code value} is the median of the values. */
    public static Cell spread(double value, double min, double max) {
        return new Cell(value, min, max, null, Tone.NEUTRAL);
    }

    public Cell below(@Nullable String line) {
        return new Cell(value, min, max, line, tone);
    }

    public boolean hasSpread() {
        return min != null && max != null && !min.equals(max);
    }
}
