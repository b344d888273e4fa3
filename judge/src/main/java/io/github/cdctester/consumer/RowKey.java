// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.judge.replay.TableShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key of a row.
 *
 * @param isWholeRow true if no key column is known. Then the order of changes to one row cannot be checked
 * @param absentColumn a key column of the settings that the row does not have, if another key replaces it; else {@code null}
 */
record RowKey(String text, boolean isWholeRow, @Nullable String absentColumn) {

    /** For a transaction without a row. */
    static final RowKey NONE = of(List.of());

    static RowKey of(List<String> values) {
        return new RowKey(TableShape.keyText(values), false, null);
    }

    /** {@code defaultColumn} replaces empty {@code keyColumns}. */
    static RowKey of(List<String> keyColumns, String defaultColumn, List<String> columns, List<String> values) {
        List<String> key = new ArrayList<>();
        for (String name : keyColumns.isEmpty() ? List.of(defaultColumn) : keyColumns) {
            int index = columns.indexOf(name);
            if (index < 0) {
                return new RowKey(String.join(",", values), true, keyColumns.isEmpty() ? null : name);
            }
            key.add(values.get(index));
        }
        return of(key);
    }
}
