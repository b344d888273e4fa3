// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;

/**
 * The way through a row image with certain columns of a table. Made for a bitmap of present columns, and made again, in the same
 * arrays, when an event has another one: with {@code binlog_row_image} MINIMAL they differ from statement to statement.
 */
final class RowImage {

    private final RowTable table;
    private final byte[] bitmap;
    private final int[] columns;
    private final int[] merged;
    private boolean made;

    private int columnCount;
    private int mergedCount;
    private int nullBytes;
    private int lastNullMask;
    private int fixedBytes;

    RowImage(RowTable table) {
        this.table = table;
        bitmap = new byte[table.bitmapBytes()];
        columns = new int[table.columnCount()];
        merged = new int[table.columnCount()];
    }

    /** Prepares for a bitmap of present columns, which is there as a whole. */
    void prepare(ByteBuffer buffer, int at) {
        boolean same = made;
        for (int i = 0; same && i < bitmap.length; i++) {
            same = buffer.get(at + i) == bitmap[i];
        }
        if (!same) {
            make(buffer, at);
        }
    }

    boolean isEmpty() {
        return columnCount == 0;
    }

    /** The length of every such image if no column varies or can be NULL; else 0. */
    int fixedBytes() {
        return fixedBytes;
    }

    /** Bytes of the NULL bitmap that each image begins with. */
    int nullBytes() {
        return nullBytes;
    }

    /** Returns a step for each column that is present; the NULL bits decide whether it has a value. */
    int[] columns() {
        return columns;
    }

    int columnCount() {
        return columnCount;
    }

    /** The steps of an image without NULLs: neighbours of fixed length are taken together. */
    int[] merged() {
        return merged;
    }

    int mergedCount() {
        return mergedCount;
    }

    /** Returns true if an image that begins here has NULLs; its NULL bitmap is there as a whole. */
    boolean hasNulls(ByteBuffer buffer, int at) {
        if (nullBytes == 1) {
            return (buffer.get(at) & lastNullMask) != 0;
        }
        int last = nullBytes - 1;
        // the bits that belong to no column are set
        int bits = buffer.get(at + last) & lastNullMask;
        for (int i = 0; i < last; i++) {
            bits |= buffer.get(at + i);
        }
        return bits != 0;
    }

    private void make(ByteBuffer buffer, int at) {
        int fixed = 0;
        boolean varies = false;
        columnCount = 0;
        mergedCount = 0;
        for (int column = 0; column < table.columnCount(); column++) {
            if ((buffer.get(at + (column >> 3)) >> (column & 7) & 1) == 0) {
                continue;
            }
            int step = table.step(column);
            columns[columnCount++] = step;
            fixed += RowColumnType.fixedBytes(step);
            int prefix = RowColumnType.prefixBytes(step);
            if (prefix != 0) {
                merged[mergedCount++] = RowColumnType.step(fixed, prefix);
                fixed = 0;
            }
            varies |= prefix != 0 || table.isNullable(column);
        }
        if (fixed > 0) {
            merged[mergedCount++] = RowColumnType.step(fixed, 0);
        }
        nullBytes = columnCount + 7 >> 3;
        lastNullMask = 0xFF >> (8 - columnCount & 7);
        fixedBytes = varies ? 0 : nullBytes + fixed;
        for (int i = 0; i < bitmap.length; i++) {
            bitmap[i] = buffer.get(at + i);
        }
        made = true;
    }
}
