// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Recognises the tester's own heartbeat row in the stream. Its table ends with two BIGINT NOT NULL columns, sequence and
 * sent µs, and each heartbeat updates both: so in every row image mode the after-image ends with these 16 bytes.
 */
public final class HeartbeatRow {

    private static final int NAMES = EventFramer.HEADER_BYTES + 8;
    private static final int TAIL_BYTES = 16;

    private final byte[] databaseName;
    private final byte[] tableName;
    private final boolean several;

    /**
     * Creates the means to recognise a table, or several.
     *
     * @param table its name; of several, what their names begin with, and {@code %}
     */
    public HeartbeatRow(String database, String table) {
        databaseName = database.getBytes(StandardCharsets.UTF_8);
        several = table.endsWith("%");
        tableName = table.substring(0, table.length() - (several ? 1 : 0)).getBytes(StandardCharsets.UTF_8);
    }

    public boolean isMappedBy(ByteBuffer buffer, int at, int prefix) {
        // length, database, NUL, length, table, NUL
        int databaseAt = at + NAMES + 1;
        int tableAt = databaseAt + databaseName.length + 2;
        if (prefix < tableAt + tableName.length + 1 - at) {
            return false;
        }
        int length = buffer.get(tableAt - 1) & 0xFF;
        return (several ? length > tableName.length : length == tableName.length)
                && has(tableName, buffer, tableAt)
                && (buffer.get(databaseAt - 1) & 0xFF) == databaseName.length
                && has(databaseName, buffer, databaseAt);
    }

    /** Compares backwards: names differ at their ends more often than at their beginnings. */
    private static boolean has(byte[] name, ByteBuffer buffer, int at) {
        for (int i = name.length - 1; i >= 0; i--) {
            if (buffer.get(at + i) != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if a rows event is all there, and long enough to end with the two columns. */
    public static boolean hasTail(int prefix, long length, int checksumBytes) {
        return prefix == length && length >= EventFramer.HEADER_BYTES + 10 + TAIL_BYTES + checksumBytes;
    }

    /** The heartbeat's number; {@code at} is the index of the event's first byte. */
    public static long sequence(ByteBuffer buffer, int at, long length, int checksumBytes) {
        return buffer.getLong(at + (int) length - checksumBytes - TAIL_BYTES);
    }

    /** Reads when the heartbeat was sent. Returns µs since the epoch, on the tester's clock. */
    public static long sentMicros(ByteBuffer buffer, int at, long length, int checksumBytes) {
        return buffer.getLong(at + (int) length - checksumBytes - 8);
    }
}
