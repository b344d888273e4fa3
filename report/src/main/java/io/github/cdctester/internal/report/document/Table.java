// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Code and tests find the table by its {@code id}. */
public record Table(
        String id, @Nullable String title, @Nullable String note, List<Column> columns, List<Row> rows, Detail detail)
        implements Block {

    /** A row has one cell per column; a row with a remark has fewer. */
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            int cellCount = row.cells().size();
            if (row.remark() == null ? cellCount != columns.size() : cellCount >= columns.size()) {
                throw new IllegalArgumentException(
                        cellCount + " cells in a table of " + columns.size() + " columns: " + id);
            }
        }
    }

    public Table withDetail(Detail newDetail) {
        return new Table(id, title, note, columns, rows, newDetail);
    }

    /** Appends a sentence to the note. */
    public Table withSentence(@Nullable String sentence) {
        return note == null || sentence == null ? withNote(sentence) : withNote(note + " " + sentence);
    }

    public Table withNote(@Nullable String newNote) {
        return newNote == null ? this : new Table(id, title, newNote, columns, rows, detail);
    }
}
