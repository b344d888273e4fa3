// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/** Receives the row images of its tables, in the reader's thread. */
public interface RowChangeSink {

    boolean accepts(RowTable table);

    /**
     * Is shown one row of an event: an image, or of an update two, one behind the other. All columns are present.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param at index of the first image's first byte
     * @return the index behind this row, or -1 if it continues behind {@code end}; {@link RowCells} finds it
     */
    int row(RowTable table, RowKind kind, ByteBuffer buffer, int at, int end);

    default void statementEnded() {}

    /** Reports that rows of a requested table cannot be read; {@code why} is for example "the row images lack columns". */
    void unreadable(String table, String why);
}
