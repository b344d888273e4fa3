// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Receives the rows of each rows event, when its last byte has arrived. */
public interface RowSink {

    /**
     * Rows of one event, counted to the last one.
     *
     * @param table {@code database.table}; the same object for as long as the server uses the same table id
     * @param rows how many, at least 1
     */
    void rows(String table, RowKind kind, long rows);

    /**
     * A rows event whose rows cannot be distinguished: its table was not announced, or has a column of an unknown type.
     *
     * @param type the event's type code; see {@link EventKind}
     */
    void unknownRows(int type, long bytes);
}
