// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
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

    /**
     * Creates a watch.
     *
     * @param row how to recognise the row, or {@code null} where none is written
     */
    public HeartbeatWatch(@Nullable HeartbeatRow row) {
        this.row = row;
    }

    /** Begins with a transaction. */
    public void start() {
        mapped = false;
        sequence = NONE;
    }

    /** Tells the last heartbeat's number. */
    public long sequence() {
        return sequence;
    }

    /**
     * When the last heartbeat was sent.
     *
     * @return µs since the epoch, on the tester's clock
     */
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

    /**
     * Reads an update of the heartbeat's table, compressed or not.
     *
     * @param at index of the event's first byte
     * @param prefix how many bytes of the event are there
     */
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

    /** Whether a kind of event can have a heartbeat in it. */
    public static boolean isUpdate(int type) {
        return type == EventKind.UPDATE_ROWS
                || type == EventKind.UPDATE_ROWS_V1
                || type == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED
                || type == EventKind.MARIADB_UPDATE_ROWS_COMPRESSED_V1;
    }
}
