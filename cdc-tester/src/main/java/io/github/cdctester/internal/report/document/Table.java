// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table.
 *
 * @param title what stands above it
 * @param note what must be known to read it
 * @param columns the head, a name a column
 * @param rows the rows, each with as many cells as there are columns
 */
public record Table(@Nullable String title, @Nullable String note, List<String> columns, List<Row> rows)
        implements Block {

    /** Copies the lists, and refuses a row of another width. */
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException(
                        row.cells().size() + " cells in a table of " + columns.size() + " columns");
            }
        }
    }

    /**
     * A row.
     *
     * @param cells from left to right
     */
    public record Row(List<Cell> cells) {

        /** Copies the list. */
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A cell.
     *
     * @param text what stands in it; may be empty
     * @param below a second line, such as an interval
     * @param tone how to take it
     * @param number whether it is a number, which is set to the right
     */
    public record Cell(String text, @Nullable String below, Tone tone, boolean number) {}
}
