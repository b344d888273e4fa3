// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Looks for the tester's heartbeat row in the events of one transaction. */
public final class HeartbeatWatch implements EventBody {

    /** No heartbeat has been seen. */
    public static final long NONE = -1;

    /**
     * Length of both images of a heartbeat: 42 bytes in its own event, up to 64 in an event with many rows.
     * {@code log_bin_compress} compresses rows from {@code log_bin_compress_min_len} bytes on: 256 by default, 10 at least.
     */
    private static final int MAX_COMPRESSED = EventFramer.PREFIX_BYTES;

    private final @Nullable HeartbeatRow row;
    private final EventHeader header = new EventHeader();
    private @Nullable CompressedRows compressed;
    private boolean mapped;
    private long sequence = NONE;
    private long sentMicros;

    /** A watch for a row; {@code null} if none is written. */
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
    public boolean accepts(int type) {
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
        int end = at + (int) event.length() - event.checksumBytes();
        int area = at + EventFramer.HEADER_BYTES + 8;
        if (event.type() == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED && area + 2 <= end) {
            area += Math.max(2, buffer.getShort(area) & 0xFFFF);
        }
        area += 3; // number of columns, up to 8, and the bitmaps of both images
        if (compressed == null) {
            compressed = new CompressedRows(MAX_COMPRESSED);
        }
        int length;
        try {
            length = compressed.inflate(buffer, area, end);
        } catch (StreamProtocolException e) {
            return false; // the row counter reports the error; it is no heartbeat
        }
        if (length < 16) {
            return false;
        }
        sequence = compressed.rows().getLong(length - 16);
        sentMicros = compressed.rows().getLong(length - 8);
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
}
