// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Looks for the tester's heartbeat row in the events of one transaction. */
public final class HeartbeatWatch implements EventBody {

    /** No heartbeat has been seen. */
    public static final long NONE = -1;

    private final @Nullable HeartbeatRow row;
    private final EventHeader header = new EventHeader();
    private @Nullable CompressedTail tail;
    private boolean mapped;
    private long sequence = NONE;
    private long sentMicros;

    /** A watch for a row; {@code null} where none is written. */
    public HeartbeatWatch(@Nullable HeartbeatRow row) {
        this.row = row;
    }

    /** Begins with a transaction. */
    public void start() {
        mapped = false;
        sequence = NONE;
    }

    /** The last heartbeat's number. */
    public long sequence() {
        return sequence;
    }

    /** When the last heartbeat was sent: µs since the epoch, on the tester's clock. */
    public long sentMicros() {
        return sentMicros;
    }

    @Override
    public boolean wants(int type) {
        return row != null && (type == EventKind.TABLE_MAP || isUpdate(type));
    }

    @Override
    public void whole(ByteBuffer buffer, int at, int type, int length, int checksumBytes) {
        header.read(buffer, at, length, checksumBytes);
        begin(buffer, at, length, header);
    }

    @Override
    public void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) {
        if (row == null) {
            return;
        }
        if (event.type() == EventKind.TABLE_MAP) {
            mapped = row.isMappedBy(buffer, at, prefix);
        } else if (mapped && isUpdate(event.type())) {
            sees(buffer, at, prefix, event);
        }
    }

    /** Reads an update of the heartbeat's table, compressed or not; {@code at} is the event's first byte. */
    public boolean sees(ByteBuffer buffer, int at, int prefix, EventHeader event) {
        int type = event.type();
        if (type == EventKind.UPDATE_ROWS || type == EventKind.UPDATE_ROWS_V1) {
            if (!HeartbeatRow.hasTail(prefix, event.length(), event.checksumBytes())) {
                return false;
            }
            sequence = HeartbeatRow.sequence(buffer, at, event.length(), event.checksumBytes());
            sentMicros = HeartbeatRow.sentMicros(buffer, at, event.length(), event.checksumBytes());
            return true;
        }
        return prefix == event.length() && seesCompressed(buffer, at, event);
    }

    private boolean seesCompressed(ByteBuffer buffer, int at, EventHeader event) {
        CompressedTail rows = tail;
        if (rows == null) {
            rows = new CompressedTail();
            tail = rows;
        }
        boolean isVersion2 = event.type() == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED;
        if (!rows.inflate(buffer, at, (int) event.length() - event.checksumBytes(), isVersion2)) {
            return false;
        }
        sequence = rows.first();
        sentMicros = rows.second();
        return true;
    }

    @Override
    public void more(ByteBuffer buffer, int at, int count) {
        // a heartbeat's events are short: all of them is in the first piece
    }

    @Override
    public void end() {
        // what there was to be seen has been seen
    }

    public static boolean isUpdate(int type) {
        return type == EventKind.UPDATE_ROWS
                || type == EventKind.UPDATE_ROWS_V1
                || type == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED
                || type == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1;
    }

    /**
     * The last 16 bytes of the rows of a small UPDATE_ROWS_COMPRESSED event of MariaDB's: {@code log_bin_compress} compresses rows
     * from {@code log_bin_compress_min_len} bytes on, 256 unless changed, 10 at least; a heartbeat's two images have 42.
     */
    static final class CompressedTail {

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
}
