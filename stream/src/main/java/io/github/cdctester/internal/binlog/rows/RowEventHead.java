// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventFramer;
import java.nio.ByteBuffer;

/**
 * The head of a rows event: {@code id(6) flags(2)}, in version 2 {@code length(2) extra}, then {@code number of columns, bitmap of
 * present columns}, and for updates a second bitmap. The object is reused.
 */
final class RowEventHead {

    private static final int TABLE_ID_OFFSET = EventFramer.HEADER_BYTES;

    /** Offset of the extra data (version 2) or of the number of columns (version 1). */
    static final int EXTRA_OFFSET = TABLE_ID_OFFSET + 8;

    private long tableId;
    private int columnCount;
    private int bitmapsIndex;
    private int rowsIndex;

    /** Returns false if the head is incomplete or invalid. */
    boolean read(ByteBuffer buffer, int index, int count, boolean hasExtra, boolean isUpdate) {
        if (count < EXTRA_OFFSET + (hasExtra ? 2 : 0) + 1) {
            return false;
        }
        tableId = tableId(buffer, index);
        // the length includes its own two bytes
        int i = EXTRA_OFFSET + (hasExtra ? Math.max(2, buffer.getShort(index + EXTRA_OFFSET) & 0xFFFF) : 0);
        if (i >= count) {
            return false;
        }
        columnCount = buffer.get(index + i++) & 0xFF;
        if (columnCount == 252 && i + 2 <= count) {
            columnCount = buffer.getShort(index + i) & 0xFFFF;
            i += 2;
        } else if (columnCount > 250) {
            return false;
        }
        bitmapsIndex = index + i;
        i += (columnCount + 7 >> 3) * (isUpdate ? 2 : 1);
        rowsIndex = index + i;
        return i <= count;
    }

    /** Requires the first {@link #EXTRA_OFFSET} bytes of an event. */
    static long tableId(ByteBuffer buffer, int index) {
        return buffer.getLong(index + TABLE_ID_OFFSET) & 0xFFFF_FFFF_FFFFL; // the upper two bytes are the flags
    }

    long tableId() {
        return tableId;
    }

    int columnCount() {
        return columnCount;
    }

    int bitmapIndex(int imageIndex) {
        return bitmapsIndex + imageIndex * (columnCount + 7 >> 3);
    }

    int rowsIndex() {
        return rowsIndex;
    }
}
