// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import org.jspecify.annotations.Nullable;

/**
 * The key of a row.
 *
 * @param isWholeRow true if no key column is known. Then the order of changes to one row cannot be checked
 * @param absentColumn a key column of the settings that the row does not have, if another key replaces it; else {@code null}
 */
record RowKey(String text, boolean isWholeRow, @Nullable String absentColumn) {

    /** For a transaction without a row. */
    static final RowKey NONE = of("");

    static RowKey of(String text) {
        return new RowKey(text, false, null);
    }
}
