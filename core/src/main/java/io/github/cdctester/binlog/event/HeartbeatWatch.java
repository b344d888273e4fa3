// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.event;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Looks for the tester's heartbeat row in the events of one transaction. */
public final class HeartbeatWatch implements EventBody {

    /** No heartbeat has been seen. */
    public static final long NONE = -1;

    private final @Nullable HeartbeatRow row;
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

    /**
     * Tells the last heartbeat's number.
     *
     * @return the number, or {@link #NONE}
     */
    public long sequence() {
        return sequence;
    }

    /**
     * Tells when the last heartbeat was sent.
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
    public void whole(ByteBuffer buffer, int at, EventHeader event) {
        begin(buffer, at, (int) event.length(), event);
    }

    @Override
    public void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) {
        if (row == null) {
            return;
        }
        int type = event.type();
        if (type == EventKind.TABLE_MAP) {
            mapped = row.isMappedBy(buffer, at, prefix);
        } else if (mapped
                && (type == EventKind.UPDATE_ROWS || type == EventKind.UPDATE_ROWS_V1)
                && HeartbeatRow.hasTail(prefix, event.length(), event.checksumBytes())) {
            sequence = HeartbeatRow.sequence(buffer, at, event.length(), event.checksumBytes());
            sentMicros = HeartbeatRow.sentMicros(buffer, at, event.length(), event.checksumBytes());
        }
    }

    @Override
    public void more(ByteBuffer buffer, int at, int count) {
        // a heartbeat's events are short: all of them is in the first piece
    }

    @Override
    public void end() {
        // what there was to be seen has been seen
    }

    private static boolean isUpdate(int type) {
        return type == EventKind.UPDATE_ROWS || type == EventKind.UPDATE_ROWS_V1;
    }
}
