// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.QueryStatement;
import io.github.cdctester.internal.binlog.transaction.TransactionBoundary.Stage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The kinds and lengths of a row-based transaction's events. The next one usually has the same. Then its headers need only be
 * compared. The place of each header is known, so a processor can fetch the next one without waiting (docs/dev/adr/0010).
 */
public final class TransactionPattern {

    private static final int PACKET_HEADER_BYTES = 4;
    /** From a packet's first byte to the event's in it. */
    static final int EVENT_OFFSET = PACKET_HEADER_BYTES + 1;

    private static final int MIN_BYTES = EVENT_OFFSET + 19;
    private static final int FULL_PACKET = 0xFFFFFF;
    private static final int FLAG_ARTIFICIAL = 0x20;
    private static final int MAX_EVENTS = 4_096;

    // of the eight bytes behind a packet's header: status(1) seconds(4) type(1) …
    private static final long STATUS_AND_TYPE = 0xFF00_0000_00FFL;
    private static final long SECONDS = 0xFF_FFFF_FF00L;
    private static final int SECONDS_SHIFT = 8;
    private static final int TYPE_SHIFT = 40;

    private final @Nullable HeartbeatRow heartbeat;
    private final byte[] types = new byte[MAX_EVENTS];
    private final int[] lengths = new int[MAX_EVENTS];
    /** All bits set for an event whose header contains its end, none if the header has 0. */
    private final int[] ends = new int[MAX_EVENTS];

    private int count;
    private int bytes;
    private long seconds;

    TransactionPattern(@Nullable HeartbeatRow heartbeat) {
        this.heartbeat = heartbeat;
    }

    /** The events' types, of which {@link #count()} count. */
    byte[] types() {
        return types;
    }

    /** The events' lengths, of which {@link #count()} count. */
    int[] lengths() {
        return lengths;
    }

    int count() {
        return count;
    }

    /** The sum of the events' lengths. */
    int bytes() {
        return bytes;
    }

    int wireBytes() {
        return bytes + count * EVENT_OFFSET;
    }

    /** The header's time of the last event of the transaction that was looked at the end. */
    long seconds() {
        return seconds;
    }

    static boolean isMySqlGtid(int type) {
        return TransactionBoundary.role(type) == TransactionBoundary.GTID;
    }

    /** Returns true if a transaction has this shape, and is all there. */
    boolean isOf(ByteBuffer buffer, int begin, int limit, int offset, int checksumBytes) {
        if (count == 0 || limit - begin < wireBytes()) {
            return false;
        }
        int at = begin;
        int end = offset;
        long statusToType = 0;
        for (int i = 0; i < count; i++) {
            int length = lengths[i];
            int type = types[i] & 0xFF;
            end += length;
            statusToType = buffer.getLong(at + PACKET_HEADER_BYTES);
            long lengthAndEnd = length | (long) (end & ends[i]) << 32;
            long differs = (buffer.getInt(at) & FULL_PACKET) - (length + 1L)
                    | (statusToType ^ (long) type << TYPE_SHIFT) & STATUS_AND_TYPE
                    | buffer.getLong(at + EVENT_OFFSET + 9) ^ lengthAndEnd
                    | buffer.getShort(at + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL;
            if (differs != 0
                    || (statusToType & SECONDS) == 0
                    || !isOrdinary(
                            TransactionBoundary.role(type), buffer, at + EVENT_OFFSET, length, begin, checksumBytes)) {
                return false;
            }
            at += EVENT_OFFSET + length;
        }
        seconds = seconds(statusToType);
        return true;
    }

    /** Takes the shape of a transaction that is ordinary and all there; else there is none until the next one. */
    boolean take(ByteBuffer buffer, int begin, int limit, int offset, int checksumBytes) {
        int at = begin;
        int events = 0;
        int end = offset;
        Stage stage = Stage.NONE;
        count = 0;
        while (limit - at >= MIN_BYTES && events < MAX_EVENTS) {
            int packetLength = buffer.getInt(at) & FULL_PACKET;
            long statusToType = buffer.getLong(at + PACKET_HEADER_BYTES);
            int length = buffer.getInt(at + EVENT_OFFSET + 9);
            int headerEnd = buffer.getInt(at + EVENT_OFFSET + 13);
            end += length;
            if (packetLength > limit - at - PACKET_HEADER_BYTES
                    || packetLength < MIN_BYTES - PACKET_HEADER_BYTES
                    || length != packetLength - 1
                    || packetLength == FULL_PACKET
                    || (statusToType & 0xFF) != 0
                    || (statusToType & SECONDS) == 0
                    || (buffer.getShort(at + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL) != 0
                    || headerEnd != end && headerEnd != 0) {
                return false;
            }
            int type = (int) (statusToType >>> TYPE_SHIFT) & 0xFF;
            byte role = TransactionBoundary.role(type);
            if (!isInPlace(stage, role) || !isOrdinary(role, buffer, at + EVENT_OFFSET, length, begin, checksumBytes)) {
                return false;
            }
            stage = TransactionBoundary.after(stage, role);
            types[events] = (byte) type;
            lengths[events] = length;
            ends[events++] = headerEnd == 0 ? 0 : -1;
            at += EVENT_OFFSET + length;
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
        return (statusToType & SECONDS) >>> SECONDS_SHIFT;
    }

    /** Returns true if an ordinary transaction may have an event there. */
    private static boolean isInPlace(Stage stage, byte role) {
        return switch (stage) {
            case STATEMENTS -> role >= TransactionBoundary.TABLE_MAP;
            case OPENED -> role == TransactionBoundary.QUERY;
            case NONE -> role == TransactionBoundary.GTID || role == TransactionBoundary.MARIADB_GTID;
            case SINGLE -> false;
        };
    }

    /** Returns true if an event's content can be handled by the short way. */
    private boolean isOrdinary(byte role, ByteBuffer buffer, int at, int length, int begin, int checksumBytes) {
        return switch (role) {
            case TransactionBoundary.MARIADB_GTID -> !GtidEvent.isStandalone(buffer, at, length);
            case TransactionBoundary.QUERY -> QueryStatement.isBegin(buffer, at, length, checksumBytes);
            case TransactionBoundary.TABLE_MAP -> heartbeat == null || !heartbeat.isMappedBy(buffer, at, length);
            // else it may contain the commit time: PolarDB-X
            case TransactionBoundary.ROWS_QUERY -> hasCommitTime(buffer, begin + EVENT_OFFSET, checksumBytes);
            default -> true;
        };
    }

    private static boolean hasCommitTime(ByteBuffer buffer, int at, int checksumBytes) {
        return isMySqlGtid(buffer.get(at + 4) & 0xFF)
                && GtidEvent.immediateCommitMicros(buffer, at, buffer.getInt(at + 9), checksumBytes)
                        != BinlogSink.UNKNOWN_MICROS;
    }
}
