// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/** Receives the row images of accepted tables, in the reader's thread. */
public interface RowChangeSink {

    boolean accepts(RowTable table);

    /**
     * Receives one image, or two consecutive images of an update. The images contain all columns.
     *
     * @param buffer little-endian; read with absolute gets only
     * @param index index of the first image's first byte
     * @return the index after this row, as calculated by {@link RowCells}; -1 if the row extends past {@code end}
     */
    int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int index, int end);

    default void onStatementEnd() {}

    /** {@code reason} is a text such as "the row images lack columns". */
    void onUnreadable(String table, String reason);
}
