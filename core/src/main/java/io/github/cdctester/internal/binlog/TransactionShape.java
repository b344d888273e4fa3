// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.OpenTransaction.Stage;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.GtidEvent;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.QueryStatement;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The kinds and lengths of a row-based transaction's events. The next one mostly has the same: then its headers need only be
 * compared, and as it is known where each of them stands, a processor need not wait for one to fetch the next
 * (docs/adr/0010).
 */
final class TransactionShape {

    private static final int PACKET_HEADER_BYTES = 4;
    /** From a packet's first byte to the event's in it. */
    static final int EVENT_OFFSET = PACKET_HEADER_BYTES + 1;

    private static final int SMALLEST_BYTES = EVENT_OFFSET + 19;
    private static final int FULL_PACKET = 0xFFFFFF;
    private static final int FLAG_ARTIFICIAL = 0x20;
    private static final int MOST_EVENTS = 4_096;

    // of the eight bytes behind a packet's header: status(1) seconds(4) type(1) …
    private static final long STATUS_AND_TYPE = 0xFF00_0000_00FFL;
    private static final long SECONDS = 0xFF_FFFF_FF00L;
    private static final int SECONDS_SHIFT = 8;
    private static final int TYPE_SHIFT = 40;

    private static final byte GTID = 1;
    private static final byte MARIADB_GTID = 2;
    private static final byte QUERY = 3;
    private static final byte TABLE_MAP = 4;
    private static final byte ROWS = 5;
    private static final byte ROWS_QUERY = 6;
    private static final byte XID = 7;
    private static final byte[] ROLES = new byte[EventKind.COUNT];

    static {
        ROLES[EventKind.GTID] = GTID;
        ROLES[EventKind.ANONYMOUS_GTID] = GTID;
        ROLES[EventKind.MARIADB_GTID] = MARIADB_GTID;
        ROLES[EventKind.QUERY] = QUERY;
        ROLES[EventKind.TABLE_MAP] = TABLE_MAP;
        for (int type = EventKind.WRITE_ROWS_V1; type <= EventKind.DELETE_ROWS_V1; type++) {
            ROLES[type] = ROWS;
        }
        for (int type = EventKind.ROWS_QUERY; type <= EventKind.DELETE_ROWS; type++) {
            ROLES[type] = ROWS;
        }
        ROLES[EventKind.ROWS_QUERY] = ROWS_QUERY;
        ROLES[EventKind.XID] = XID;
    }

    private final @Nullable HeartbeatRow heartbeat;
    private final byte[] types = new byte[MOST_EVENTS];
    private final int[] lengths = new int[MOST_EVENTS];
    /** All bits for an event whose header tells its end, none where it says 0. */
    private final int[] ends = new int[MOST_EVENTS];

    private int count;
    private int bytes;
    private long seconds;

    /** A shape that no transaction has. */
    TransactionShape(@Nullable HeartbeatRow heartbeat) {
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

    /** What it takes on the wire. */
    int wireBytes() {
        return bytes + count * EVENT_OFFSET;
    }

    /** The header's time of the last event of the transaction that was looked at last. */
    long seconds() {
        return seconds;
    }

    static boolean isMySqlGtid(int type) {
        return ROLES[type] == GTID;
    }

    /**
     * Tells whether a transaction has this shape, and is all there.
     *
     * @param begin the index of its first packet
     * @param offset where it begins in the log
     */
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
                    || !isOrdinary(ROLES[type], buffer, at + EVENT_OFFSET, length, begin, checksumBytes)) {
                return false;
            }
            at += EVENT_OFFSET + length;
        }
        seconds = seconds(statusToType);
        return true;
    }

    /**
     * Takes the shape of a transaction, if it is an ordinary one, and all there.
     *
     * @param begin the index of its first packet
     * @param offset where it begins in the log
     * @return whether it is; else there is no shape until the next one
     */
    boolean take(ByteBuffer buffer, int begin, int limit, int offset, int checksumBytes) {
        int at = begin;
        int events = 0;
        int end = offset;
        Stage stage = Stage.NONE;
        count = 0;
        while (limit - at >= SMALLEST_BYTES && events < MOST_EVENTS) {
            int packetLength = buffer.getInt(at) & FULL_PACKET;
            long statusToType = buffer.getLong(at + PACKET_HEADER_BYTES);
            int length = buffer.getInt(at + EVENT_OFFSET + 9);
            int headerEnd = buffer.getInt(at + EVENT_OFFSET + 13);
            end += length;
            if (packetLength > limit - at - PACKET_HEADER_BYTES
                    || packetLength < SMALLEST_BYTES - PACKET_HEADER_BYTES
                    || length != packetLength - 1
                    || packetLength == FULL_PACKET
                    || (statusToType & 0xFF) != 0
                    || (statusToType & SECONDS) == 0
                    || (buffer.getShort(at + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL) != 0
                    || headerEnd != end && headerEnd != 0) {
                return false;
            }
            int type = (int) (statusToType >>> TYPE_SHIFT) & 0xFF;
            byte role = ROLES[type];
            stage = after(stage, role);
            if (stage == Stage.NONE || !isOrdinary(role, buffer, at + EVENT_OFFSET, length, begin, checksumBytes)) {
                return false;
            }
            types[events] = (byte) type;
            lengths[events] = length;
            ends[events++] = headerEnd == 0 ? 0 : -1;
            at += EVENT_OFFSET + length;
            if (role == XID) {
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

    /** The stage that an event leads to, or {@link Stage#NONE} where it is one for the long way. */
    private static Stage after(Stage stage, byte role) {
        return switch (stage) {
            case STATEMENTS -> role >= TABLE_MAP ? Stage.STATEMENTS : Stage.NONE;
            case OPENED -> role == QUERY ? Stage.STATEMENTS : Stage.NONE;
            case NONE -> role == GTID ? Stage.OPENED : role == MARIADB_GTID ? Stage.STATEMENTS : Stage.NONE;
            case SINGLE -> Stage.NONE;
        };
    }

    /** Whether what an event says leaves it to the short way. */
    private boolean isOrdinary(byte role, ByteBuffer buffer, int at, int length, int begin, int checksumBytes) {
        return switch (role) {
            case MARIADB_GTID -> !GtidEvent.isStandalone(buffer, at, length);
            case QUERY -> QueryStatement.isBegin(buffer, at, length, checksumBytes);
            case TABLE_MAP -> heartbeat == null || !heartbeat.isMappedBy(buffer, at, length);
            // else it may tell the commit time: PolarDB-X
            case ROWS_QUERY -> hasCommitTime(buffer, begin + EVENT_OFFSET, checksumBytes);
            default -> true;
        };
    }

    private static boolean hasCommitTime(ByteBuffer buffer, int at, int checksumBytes) {
        return isMySqlGtid(buffer.get(at + 4) & 0xFF)
                && GtidEvent.immediateCommitMicros(buffer, at, buffer.getInt(at + 9), checksumBytes)
                        != BinlogSink.UNKNOWN_MICROS;
    }
}
