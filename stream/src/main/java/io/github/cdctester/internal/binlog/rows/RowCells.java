// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/** Locates the values of one row image with all columns: {@code NULL bitmap, values}. The object is reused for each image. */
public final class RowCells {

    private boolean[] nulls = new boolean[32];
    private int[] starts = new int[32];
    private int[] lengths = new int[32];

    /** Returns the index past the image, or -1 if it extends past {@code end}. The lengths of all columns must be known. */
    public int read(RowTable table, ByteBuffer buffer, int index, int end) {
        int columns = table.columnCount();
        if (columns > nulls.length) {
            nulls = new boolean[columns];
            starts = new int[columns];
            lengths = new int[columns];
        }
        long i = (long) index + table.bitmapBytes();
        for (int column = 0; column < columns && i <= end; column++) {
            nulls[column] = (buffer.get(index + (column >> 3)) >> (column & 7) & 1) != 0;
            starts[column] = (int) i;
            lengths[column] = 0;
            if (nulls[column]) {
                continue;
            }
            int prefix = table.prefixBytes(column);
            long length = table.fixedBytes(column);
            if (prefix > end - i) {
                return -1;
            }
            for (int b = 0; b < prefix; b++) {
                length |= (buffer.get((int) i + b) & 0xFFL) << 8 * b;
            }
            if (length > end - i - prefix) {
                return -1;
            }
            starts[column] = (int) i + prefix;
            lengths[column] = (int) length;
            i += prefix + length;
        }
        return i > end ? -1 : (int) i;
    }

    public boolean isNull(int column) {
        return nulls[column];
    }

    /** Returns the index after the value's length prefix. */
    public int start(int column) {
        return starts[column];
    }

    public int length(int column) {
        return lengths[column];
    }
}
