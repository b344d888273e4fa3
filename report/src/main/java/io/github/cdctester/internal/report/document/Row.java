// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table.
 *
 * @param remark text in place of missing cells, such as the failure of a step
 */
public record Row(List<Cell> cells, @Nullable String remark, Tone tone) {

    /** Creates a row. A value that is not a {@link Cell} is put into a cell. */
    public static Row of(@Nullable Object... values) {
        return new Row(cells(values), null, Tone.NEUTRAL);
    }

    /** Creates a row that shows a remark in place of its values. */
    public static Row remark(Object label, String remark, Tone tone) {
        return new Row(cells(label), remark, tone);
    }

    private static List<Cell> cells(@Nullable Object... values) {
        return Stream.of(values)
                .map(value -> value instanceof Cell cell ? cell : Cell.of(value))
                .toList();
    }
}
