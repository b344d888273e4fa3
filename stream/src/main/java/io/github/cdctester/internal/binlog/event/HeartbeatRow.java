// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Recognises the tester's heartbeat row. The last two columns are BIGINT NOT NULL: sequence number and send time in µs. Each
 * heartbeat updates both, so the after-image ends with these 16 bytes in every row image mode.
 */
public final class HeartbeatRow {

    private static final int NAMES_OFFSET = EventFramer.HEADER_BYTES + 8;
    private static final int TAIL_BYTES = 16;

    private final byte[] databaseName;
    private final byte[] tableName;
    private final boolean matchesPrefix;

    /** @param table for several tables, their common prefix followed by {@code %} */
    public HeartbeatRow(String database, String table) {
        databaseName = database.getBytes(StandardCharsets.UTF_8);
        matchesPrefix = table.endsWith("%");
        tableName = table.substring(0, table.length() - (matchesPrefix ? 1 : 0)).getBytes(StandardCharsets.UTF_8);
    }

    public boolean isMappedBy(ByteBuffer buffer, int index, int prefixBytes) {
        // length, database, NUL, length, table, NUL
        int databaseAt = index + NAMES_OFFSET + 1;
        int tableAt = databaseAt + databaseName.length + 2;
        if (prefixBytes < tableAt + tableName.length + 1 - index) {
            return false;
        }
        int length = buffer.get(tableAt - 1) & 0xFF;
        return (matchesPrefix ? length > tableName.length : length == tableName.length)
                && equalsText(tableName, buffer, tableAt)
                && (buffer.get(databaseAt - 1) & 0xFF) == databaseName.length
                && equalsText(databaseName, buffer, databaseAt);
    }

    /** Compares backwards: names differ more often at their ends. */
    private static boolean equalsText(byte[] name, ByteBuffer buffer, int index) {
        for (int i = name.length - 1; i >= 0; i--) {
            if (buffer.get(index + i) != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if a rows event is complete, and long enough to end with the two columns. */
    public static boolean hasTail(int prefixBytes, long length, int checksumBytes) {
        return prefixBytes == length && length >= EventFramer.HEADER_BYTES + 10 + TAIL_BYTES + checksumBytes;
    }

    public static long sequence(ByteBuffer buffer, int index, long length, int checksumBytes) {
        return buffer.getLong(index + (int) length - checksumBytes - TAIL_BYTES);
    }

    /** Returns µs since the epoch on the tester's clock. */
    public static long sentMicros(ByteBuffer buffer, int index, long length, int checksumBytes) {
        return buffer.getLong(index + (int) length - checksumBytes - 8);
    }
}
