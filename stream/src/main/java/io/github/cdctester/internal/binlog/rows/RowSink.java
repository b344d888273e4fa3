// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Receives the row counts of each rows event, when its last byte has arrived. */
public interface RowSink {

    /**
     * Reports the rows of one event.
     *
     * @param table {@code database.table}; the same object while the server uses the same table id
     * @param rows exact number of rows, at least 1
     */
    void onRows(String table, RowKind kind, long rows);

    /**
     * Reports a rows event whose rows cannot be counted, for example because its table or a column's type is unknown.
     *
     * @param type the event's type code; see {@link EventKind}
     */
    void onUnknownRows(int type, long bytes);
}
