// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventFramer;
import java.nio.ByteBuffer;

/**
 * The head of a rows event: {@code id(6) flags(2)}, in version 2 {@code length(2) extra}, then
 * {@code number of columns, bitmap of present columns}, and for updates a second bitmap. One object, filled again.
 */
final class RowEventHead {

    private static final int TABLE_ID = EventFramer.HEADER_BYTES;

    /** Offset of the part that differs between versions. */
    static final int EXTRA = TABLE_ID + 8;

    private long tableId;
    private int width;
    private int bitmaps;
    private int rows;

    /** Reads it. Returns whether it was there as a whole. */
    boolean read(ByteBuffer buffer, int at, int count, boolean hasExtra, boolean isUpdate) {
        if (count < EXTRA + (hasExtra ? 2 : 0) + 1) {
            return false;
        }
        tableId = tableId(buffer, at);
        // the length includes its own two bytes
        int i = EXTRA + (hasExtra ? Math.max(2, buffer.getShort(at + EXTRA) & 0xFFFF) : 0);
        if (i >= count) {
            return false;
        }
        width = buffer.get(at + i++) & 0xFF;
        if (width == 252 && i + 2 <= count) {
            width = buffer.getShort(at + i) & 0xFFFF;
            i += 2;
        } else if (width > 250) {
            return false;
        }
        bitmaps = at + i;
        i += (width + 7 >> 3) * (isUpdate ? 2 : 1);
        rows = at + i;
        return i <= count;
    }

    /** The table of an event of which {@link #EXTRA} bytes are there. */
    static long tableId(ByteBuffer buffer, int at) {
        return buffer.getLong(at + TABLE_ID) & 0xFFFF_FFFF_FFFFL; // the flags are the other two bytes
    }

    long tableId() {
        return tableId;
    }

    /** Number of the table's columns. */
    int width() {
        return width;
    }

    /** Index of a bitmap of present columns. */
    int bitmap(int image) {
        return bitmaps + image * (width + 7 >> 3);
    }

    /** Index of the first row. */
    int rows() {
        return rows;
    }
}
