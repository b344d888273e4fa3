// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.nio.ByteBuffer;

/** Reads fields of GTID events. Offsets count from the event's first byte (MySQL's {@code control_events.h}). */
public final class GtidEvent {

    private static final int LOGICAL_TIMESTAMP_TYPE_OFFSET = 44;
    private static final int COMMIT_TIMESTAMP_OFFSET = 61;
    private static final int TIMESTAMP_BYTES = 7;
    private static final long TIMESTAMP_MASK = (1L << 55) - 1;
    private static final int MARIADB_FLAGS = EventFramer.HEADER_BYTES + 12;
    private static final int MARIADB_FLAG_STANDALONE = 1;

    private GtidEvent() {}

    /** In µs since the epoch on the server's clock; {@link CommitTime#UNKNOWN_MICROS} before MySQL 8.0.1. */
    public static long immediateCommitMicros(ByteBuffer buffer, int index, long length, int checksumBytes) {
        if (length - checksumBytes < COMMIT_TIMESTAMP_OFFSET + TIMESTAMP_BYTES + 1
                || buffer.get(index + LOGICAL_TIMESTAMP_TYPE_OFFSET) != 2) {
            return CommitTime.UNKNOWN_MICROS;
        }
        // seven bytes: the eighth byte of getLong belongs to the next field, and bit 55 is a flag
        return buffer.getLong(index + COMMIT_TIMESTAMP_OFFSET) & TIMESTAMP_MASK;
    }

    /**
     * In µs since the epoch on the other server's clock; {@link CommitTime#UNKNOWN_MICROS} if the transaction was committed on this
     * server.
     */
    public static long originalCommitMicros(ByteBuffer buffer, int index, long length, int checksumBytes) {
        int original = COMMIT_TIMESTAMP_OFFSET + TIMESTAMP_BYTES;
        if (length - checksumBytes < original + TIMESTAMP_BYTES + 1
                || buffer.get(index + LOGICAL_TIMESTAMP_TYPE_OFFSET) != 2
                || buffer.get(index + original - 1) >= 0) { // bit 55 of the previous field is set if this field follows
            return CommitTime.UNKNOWN_MICROS;
        }
        return buffer.getLong(index + original) & TIMESTAMP_MASK;
    }

    /** Returns true if the event opens a single statement (DDL) without an explicit end. */
    public static boolean isStandalone(ByteBuffer buffer, int index, int prefixBytes) {
        return prefixBytes > MARIADB_FLAGS && (buffer.get(index + MARIADB_FLAGS) & MARIADB_FLAG_STANDALONE) != 0;
    }
}
