// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.QueryStatement;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Event types and lengths of a row-based transaction; most transactions repeat the previous pattern. Each header's position is
 * known in advance, so that the CPU can prefetch it (docs/dev/adr/0010).
 */
public final class TransactionPattern {

    private static final int PACKET_HEADER_BYTES = 4;
    static final int EVENT_OFFSET = PACKET_HEADER_BYTES + 1;

    private static final int MIN_BYTES = EVENT_OFFSET + 19;
    private static final int MAX_PACKET_BYTES = 0xFFFFFF;
    private static final int FLAG_ARTIFICIAL = 0x20;
    private static final int MAX_EVENTS = 4_096;

    // masks for the eight bytes after a packet's header: status(1) seconds(4) type(1) …
    private static final long STATUS_AND_TYPE_MASK = 0xFF00_0000_00FFL;
    private static final long SECONDS_MASK = 0xFF_FFFF_FF00L;
    private static final int SECONDS_SHIFT = 8;
    private static final int TYPE_SHIFT = 40;

    private final @Nullable HeartbeatRow heartbeat;
    private final byte[] types = new byte[MAX_EVENTS];
    private final int[] lengths = new int[MAX_EVENTS];
    /** All bits set if the event's header contains the end position, 0 if it contains 0. */
    private final int[] endMasks = new int[MAX_EVENTS];

    private int count;
    private int bytes;
    private long seconds;

    TransactionPattern(@Nullable HeartbeatRow heartbeat) {
        this.heartbeat = heartbeat;
    }

    /** Only the first {@link #count()} elements are valid. */
    byte[] types() {
        return types;
    }

    int[] lengths() {
        return lengths;
    }

    int count() {
        return count;
    }

    int bytes() {
        return bytes;
    }

    /** Returns the length with packet headers. */
    int wireBytes() {
        return bytes + count * EVENT_OFFSET;
    }

    /** In seconds since the epoch, from the last event of the last matched or stored transaction. */
    long seconds() {
        return seconds;
    }

    static boolean isMySqlGtid(int type) {
        return TransactionBoundary.role(type) == TransactionBoundary.GTID;
    }

    /** Returns true if a complete transaction with this pattern starts at {@code begin} and the fast path can process it. */
    boolean matches(ByteBuffer buffer, int begin, int limit, int offset, int checksumBytes) {
        if (count == 0 || limit - begin < wireBytes()) {
            return false;
        }
        int index = begin;
        int end = offset;
        long statusToType = 0;
        for (int i = 0; i < count; i++) {
            int length = lengths[i];
            int type = types[i] & 0xFF;
            end += length;
            statusToType = buffer.getLong(index + PACKET_HEADER_BYTES);
            long lengthAndEnd = length | (long) (end & endMasks[i]) << 32;
            long difference = (buffer.getInt(index) & MAX_PACKET_BYTES) - (length + 1L)
                    | (statusToType ^ (long) type << TYPE_SHIFT) & STATUS_AND_TYPE_MASK
                    | buffer.getLong(index + EVENT_OFFSET + 9) ^ lengthAndEnd
                    | buffer.getShort(index + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL;
            if (difference != 0
                    || (statusToType & SECONDS_MASK) == 0
                    || !isOrdinary(
                            TransactionBoundary.role(type),
                            buffer,
                            index + EVENT_OFFSET,
                            length,
                            begin,
                            checksumBytes)) {
                return false;
            }
            index += EVENT_OFFSET + length;
        }
        seconds = seconds(statusToType);
        return true;
    }

    /** Returns false, and keeps no pattern, if the transaction is incomplete or not suitable for the fast path. */
    boolean store(ByteBuffer buffer, int begin, int limit, int offset, int checksumBytes) {
        int index = begin;
        int events = 0;
        int end = offset;
        Stage stage = Stage.NONE;
        count = 0;
        while (limit - index >= MIN_BYTES && events < MAX_EVENTS) {
            int packetLength = buffer.getInt(index) & MAX_PACKET_BYTES;
            long statusToType = buffer.getLong(index + PACKET_HEADER_BYTES);
            int length = buffer.getInt(index + EVENT_OFFSET + 9);
            int headerEnd = buffer.getInt(index + EVENT_OFFSET + 13);
            end += length;
            if (packetLength > limit - index - PACKET_HEADER_BYTES
                    || packetLength < MIN_BYTES - PACKET_HEADER_BYTES
                    || length != packetLength - 1
                    || packetLength == MAX_PACKET_BYTES
                    || (statusToType & 0xFF) != 0
                    || (statusToType & SECONDS_MASK) == 0
                    || (buffer.getShort(index + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL) != 0
                    || headerEnd != end && headerEnd != 0) {
                return false;
            }
            int type = (int) (statusToType >>> TYPE_SHIFT) & 0xFF;
            byte role = TransactionBoundary.role(type);
            if (!isAllowedIn(stage, role)
                    || !isOrdinary(role, buffer, index + EVENT_OFFSET, length, begin, checksumBytes)) {
                return false;
            }
            stage = TransactionBoundary.stageAfter(stage, role);
            types[events] = (byte) type;
            lengths[events] = length;
            endMasks[events++] = headerEnd == 0 ? 0 : -1;
            index += EVENT_OFFSET + length;
            if (role == TransactionBoundary.XID) {
                count = events;
                bytes = end - offset;
                seconds = seconds(statusToType);
                return true;
            }
        }
        return false;
    }

    private static long seconds(long statusToType) {
        return (statusToType & SECONDS_MASK) >>> SECONDS_SHIFT;
    }

    private static boolean isAllowedIn(Stage stage, byte role) {
        return switch (stage) {
            case STATEMENTS -> role >= TransactionBoundary.TABLE_MAP;
            case OPENED -> role == TransactionBoundary.QUERY;
            case NONE -> role == TransactionBoundary.GTID || role == TransactionBoundary.MARIADB_GTID;
            case SINGLE -> false;
        };
    }

    private boolean isOrdinary(byte role, ByteBuffer buffer, int index, int length, int begin, int checksumBytes) {
        return switch (role) {
            case TransactionBoundary.MARIADB_GTID -> !GtidEvent.isStandalone(buffer, index, length);
            case TransactionBoundary.QUERY -> QueryStatement.isBegin(buffer, index, length, checksumBytes);
            case TransactionBoundary.TABLE_MAP -> heartbeat == null || !heartbeat.isMappedBy(buffer, index, length);
            // PolarDB-X: without a commit time in the GTID event, the statement's text may contain it
            case TransactionBoundary.ROWS_QUERY -> hasCommitTime(buffer, begin + EVENT_OFFSET, checksumBytes);
            default -> true;
        };
    }

    private static boolean hasCommitTime(ByteBuffer buffer, int index, int checksumBytes) {
        return isMySqlGtid(buffer.get(index + 4) & 0xFF)
                && GtidEvent.immediateCommitMicros(buffer, index, buffer.getInt(index + 9), checksumBytes)
                        != BinlogSink.UNKNOWN_MICROS;
    }
}
