// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Receives the row counts of each rows event after its last byte has arrived. */
public interface RowSink {

    /**
     * @param table {@code database.table}; the same object while the server uses the same table id
     * @param rows at least 1
     */
    void onRows(String table, RowKind kind, long rows);

    /** Rows cannot be counted, for example if a table or a column's type is unknown. {@code type} is the event's {@link EventKind}. */
    void onUnknownRows(int type, long bytes);
}
