// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/** Receives the row images of its tables, in the reader's thread. */
public interface RowChangeSink {

    boolean accepts(RowTable table);

    /**
     * Receives one row of an event: one image, or two consecutive images of an update. All columns are present.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param at index of the first image's first byte
     * @return the index after this row, or -1 if it extends past {@code end}; {@link RowCells} finds it
     */
    int row(RowTable table, RowKind kind, ByteBuffer buffer, int at, int end);

    default void statementEnded() {}

    /** Reports that rows of a requested table cannot be read; {@code why} is for example "the row images lack columns". */
    void unreadable(String table, String why);
}
