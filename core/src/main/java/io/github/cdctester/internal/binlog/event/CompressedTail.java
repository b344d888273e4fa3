// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The last 16 bytes of the rows of a small UPDATE_ROWS_COMPRESSED event of MariaDB's: {@code log_bin_compress} compresses rows
 * from {@code log_bin_compress_min_len} bytes on, 256 unless changed, 10 at least; a heartbeat's two images have 42.
 */
final class CompressedTail {

    private static final int WIDTH = EventFramer.HEADER_BYTES + 8;
    private static final int LONGEST = 512;
    private static final int MARK = 0xF0;
    private static final int ZLIB = 0x80;
    private static final int LENGTH_BYTES = 7;

    private final Inflater inflater = new Inflater();
    private final byte[] rows = new byte[LONGEST];
    private final ByteBuffer read = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN);
    private final byte[] packed = new byte[LONGEST];
    private int length;

    /** Inflates the rows of an event of a table with up to 8 columns, and tells whether they are there and long enough. */
    boolean inflate(ByteBuffer buffer, int at, int bytes, boolean isVersion2) {
        length = 0;
        int extra = !isVersion2 ? 0 : bytes < WIDTH + 2 ? bytes : Math.max(2, buffer.getShort(at + WIDTH) & 0xFFFF);
        int area = WIDTH + extra + 3; // number of columns, and the bitmaps of both images
        if (bytes <= area || bytes - area > LONGEST) {
            return false;
        }
        int head = buffer.get(at + area) & 0xFF;
        int data = area + 1 + (head & LENGTH_BYTES);
        if ((head & MARK) != ZLIB || data >= bytes) {
            return false;
        }
        buffer.get(at + data, packed, 0, bytes - data);
        inflater.reset();
        inflater.setInput(packed, 0, bytes - data);
        try {
            length = inflater.inflate(rows);
        } catch (DataFormatException e) {
            return false; // whoever counts rows says so; here it is no heartbeat
        }
        return inflater.finished() && length >= 16;
    }

    long first() {
        return read.getLong(length - 16);
    }

    long second() {
        return read.getLong(length - 8);
    }
}
