// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

public final class HeartbeatWatch implements EventBody {

    public static final long NONE = -1;

    /**
     * Both images of a heartbeat have 42 to 64 bytes together. {@code log_bin_compress} compresses rows of at least
     * {@code log_bin_compress_min_len} bytes: 256 by default, at least 10.
     */
    private static final int MAX_INFLATED_BYTES = EventFramer.PREFIX_BYTES;

    private final @Nullable HeartbeatRow row;
    private final EventHeader header = new EventHeader();
    private @Nullable CompressedRows compressedRows;
    private boolean isHeartbeatTable;
    private long sequence = NONE;
    private long sentMicros;

    public HeartbeatWatch(@Nullable HeartbeatRow row) {
        this.row = row;
    }

    public void reset() {
        isHeartbeatTable = false;
        sequence = NONE;
    }

    public long sequence() {
        return sequence;
    }

    /** Returns µs since the epoch on the tester's clock. */
    public long sentMicros() {
        return sentMicros;
    }

    @Override
    public boolean accepts(int type) {
        return row != null && (type == EventKind.TABLE_MAP || isUpdate(type));
    }

    @Override
    public void completeEvent(ByteBuffer buffer, int index, int type, int length, int checksumBytes) {
        header.read(buffer, index, length, checksumBytes);
        begin(buffer, index, length, header);
    }

    @Override
    public void begin(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) {
        if (row == null) {
            return;
        }
        if (event.type() == EventKind.TABLE_MAP) {
            isHeartbeatTable = row.isMappedBy(buffer, index, prefixBytes);
        } else if (isHeartbeatTable && isUpdate(event.type())) {
            readHeartbeat(buffer, index, prefixBytes, event);
        }
    }

    /** The event may be compressed. Returns true if it contains a heartbeat. */
    public boolean readHeartbeat(ByteBuffer buffer, int index, int prefixBytes, EventHeader event) {
        int type = event.type();
        if (isUncompressedUpdate(type)) {
            if (!HeartbeatRow.hasTail(prefixBytes, event.length(), event.checksumBytes())) {
                return false;
            }
            sequence = HeartbeatRow.sequence(buffer, index, event.length(), event.checksumBytes());
            sentMicros = HeartbeatRow.sentMicros(buffer, index, event.length(), event.checksumBytes());
            return true;
        }
        return prefixBytes == event.length() && readCompressed(buffer, index, event);
    }

    private boolean readCompressed(ByteBuffer buffer, int index, EventHeader event) {
        int end = index + (int) event.length() - event.checksumBytes();
        int bodyIndex = index + EventFramer.HEADER_BYTES + 8;
        if (event.type() == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED && bodyIndex + 2 <= end) {
            bodyIndex += Math.max(2, buffer.getShort(bodyIndex) & 0xFFFF);
        }
        bodyIndex += 3; // skips the number of columns (at most 8) and the bitmaps of both images
        if (compressedRows == null) {
            compressedRows = new CompressedRows(MAX_INFLATED_BYTES);
        }
        int length;
        try {
            length = compressedRows.inflate(buffer, bodyIndex, end);
        } catch (StreamProtocolException e) {
            return false; // not a heartbeat; the row counter reports the error
        }
        if (length < 16) {
            return false;
        }
        sequence = compressedRows.rows().getLong(length - 16);
        sentMicros = compressedRows.rows().getLong(length - 8);
        return true;
    }

    @Override
    public void append(ByteBuffer buffer, int index, int count) {
        // heartbeats are complete in the first piece
    }

    @Override
    public void end() {
        // the first piece contains the complete event
    }

    public static boolean isUpdate(int type) {
        return isUncompressedUpdate(type)
                || type == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED
                || type == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1;
    }

    /** A partial update also ends with the values of all columns, because the table has no JSON column. */
    private static boolean isUncompressedUpdate(int type) {
        return type == EventKind.UPDATE_ROWS
                || type == EventKind.UPDATE_ROWS_V1
                || type == EventKind.PARTIAL_UPDATE_ROWS;
    }
}
