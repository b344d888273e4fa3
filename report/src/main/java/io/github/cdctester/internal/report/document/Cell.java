// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.Nullable;

/**
 * A cell of a table.
 *
 * @param value a {@code Number}, a {@link Quantity}, or anything that is shown by its text; {@code null} if it is not known
 * @param below a second line, such as an interval
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

    /** The middle of several values, the lowest and the highest. */
    public static Cell spread(double value, double min, double max) {
        return new Cell(value, min, max, null, Tone.NEUTRAL);
    }

    public Cell below(@Nullable String line) {
        return new Cell(value, min, max, line, tone);
    }

    /** Returns true if the lowest and the highest value are known, and differ. */
    public boolean hasSpread() {
        return min != null && max != null && !min.equals(max);
    }
}
