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

    private final byte[] tableMapNames;

    /** Creates the means to recognise one table. */
    public HeartbeatRow(String database, String table) {
        byte[] databaseName = database.getBytes(StandardCharsets.UTF_8);
        byte[] tableName = table.getBytes(StandardCharsets.UTF_8);
        // as in TABLE_MAP: length, database, NUL, length, table, NUL
        ByteBuffer names = ByteBuffer.allocate(databaseName.length + tableName.length + 4);
        names.put((byte) databaseName.length).put(databaseName).put((byte) 0);
        names.put((byte) tableName.length).put(tableName).put((byte) 0);
        tableMapNames = names.array();
    }

    public boolean isMappedBy(ByteBuffer buffer, int at, int prefix) {
        int end = tableMapNames.length;
        if (prefix < NAMES + end) {
            return false;
        }
        // backwards: names differ at their ends more often than at their beginnings
        for (int i = end - 1; i >= 0; i--) {
            if (buffer.get(at + NAMES + i) != tableMapNames[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a rows event is all there, and long enough to end with the two columns. */
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
