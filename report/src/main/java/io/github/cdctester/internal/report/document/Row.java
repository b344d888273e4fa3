// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A row of a table. {@code remark} replaces missing cells, for example with the failure of a step. */
public record Row(List<Cell> cells, @Nullable String remark, Tone tone) {

    /** A value that is not a {@link Cell} is put into a cell. */
    public static Row of(@Nullable Object... values) {
        return new Row(cells(values), null, Tone.NEUTRAL);
    }

    public static Row remark(Object label, String remark, Tone tone) {
        return new Row(cells(label), remark, tone);
    }

    private static List<Cell> cells(@Nullable Object... values) {
        return Stream.of(values)
                .map(value -> value instanceof Cell cell ? cell : Cell.of(value))
                .toList();
    }
}
