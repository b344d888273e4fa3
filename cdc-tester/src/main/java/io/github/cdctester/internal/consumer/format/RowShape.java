// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is said once of all rows.
 *
 * @param key the columns of the key; empty for what the lines say
 * @param table the table of lines that name none; empty where there is no such
 * @param tableColumn the column that has the table's name; empty for none
 * @param columns the columns of rows that are written without names; empty for none
 */
public record RowShape(List<String> key, String table, String tableColumn, List<String> columns) {

    /** The column with the stamp that a workload puts into its rows. */
    public static final String SEQUENCE = "cdc_seq";

    /** Nothing is said. */
    public static final RowShape UNSAID = new RowShape(List.of(), "", "", List.of());

    private static final String USUAL_KEY = "id";

    /** Copies the lists. */
    public RowShape {
        key = List.copyOf(key);
        columns = List.copyOf(columns);
    }

    /** The stamp of a row, or {@link Change#NONE}. */
    long sequenceOf(JsonObject row) {
        return row.number(SEQUENCE, Change.NONE);
    }

    /** The table of a row: what the line says, else what its column says, else what the options say; empty for none of them. */
    String tableOf(String said, JsonObject row) {
        if (!said.isEmpty()) {
            return said;
        }
        String inRow = tableColumn.isEmpty() ? "" : row.text(tableColumn);
        return inRow.isEmpty() ? table : inRow;
    }

    /**
     * The key of a row. Where no column is known to be one the whole row stands in for it: two rows of a transaction are
     * never taken for one then, and only changes of the same row in the wrong order cannot be told.
     */
    String keyOf(JsonObject row, List<String> told) {
        return values(row, key)
                .or(() -> values(row, told))
                .or(() -> values(row, List.of(USUAL_KEY)))
                .orElseGet(row::toString);
    }

    private static Optional<String> values(JsonObject row, List<String> names) {
        return names.isEmpty() || !names.stream().allMatch(row::has)
                ? Optional.empty()
                : Optional.of(names.stream().map(row::text).collect(Collectors.joining(",")));
    }
}
