// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.OpenTransaction.Stage;
import io.github.cdctester.binlog.event.EventBody;
import io.github.cdctester.binlog.event.EventHeader;
import io.github.cdctester.binlog.event.EventKind;
import io.github.cdctester.binlog.event.GtidEvent;
import io.github.cdctester.binlog.event.HeartbeatRow;
import io.github.cdctester.binlog.event.QueryStatement;
import io.github.cdctester.binlog.event.StreamProtocolException;
import io.github.cdctester.binlog.position.LogCursor;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The short way through the events that nearly all of a log consists of: those of row-based transactions, each in one
 * packet, all there. One loop frames, checks and counts them, for a third of what the way through the framer and the
 * tracker costs (docs/adr/0010). At anything else it stops and leaves the event to them: it decides nothing that they
 * would decide otherwise.
 */
final class HeaderWalk {

    private static final int PACKET_HEADER_BYTES = 4;
    private static final int EVENT_OFFSET = PACKET_HEADER_BYTES + 1;
    private static final int SMALLEST_BYTES = EVENT_OFFSET + 19;
    private static final int FULL_PACKET = 0xFFFFFF;
    private static final int FLAG_ARTIFICIAL = 0x20;

    private static final byte GTID = 1;
    private static final byte MARIADB_GTID = 2;
    private static final byte QUERY = 3;
    private static final byte TABLE_MAP = 4;
    private static final byte ROWS = 5;
    private static final byte XID = 6;
    private static final byte ROWS_QUERY = 7;
    private static final byte[] ROLES = new byte[EventKind.COUNT];

    static {
        ROLES[EventKind.GTID] = GTID;
        ROLES[EventKind.ANONYMOUS_GTID] = GTID;
        ROLES[EventKind.MARIADB_GTID] = MARIADB_GTID;
        ROLES[EventKind.QUERY] = QUERY;
        ROLES[EventKind.TABLE_MAP] = TABLE_MAP;
        ROLES[EventKind.XID] = XID;
        for (int type = EventKind.WRITE_ROWS_V1; type <= EventKind.DELETE_ROWS_V1; type++) {
            ROLES[type] = ROWS;
        }
        for (int type = EventKind.ROWS_QUERY; type <= EventKind.DELETE_ROWS; type++) {
            ROLES[type] = ROWS;
        }
        ROLES[EventKind.ROWS_QUERY] = ROWS_QUERY;
    }

    private final BinlogSink sink;
    private final OpenTransaction open;
    private final LogCursor cursor;
    private final LogCursor completed;
    private final @Nullable HeartbeatRow heartbeat;
    private final EventBody[] bodies;
    private final boolean[] wanted = new boolean[EventKind.COUNT];
    private final EventHeader header = new EventHeader();

    private long seconds;

    HeaderWalk(
            BinlogSink sink,
            OpenTransaction open,
            LogCursor cursor,
            LogCursor completed,
            @Nullable HeartbeatRow heartbeat,
            EventBody[] bodies) {
        this.sink = sink;
        this.open = open;
        this.cursor = cursor;
        this.completed = completed;
        this.heartbeat = heartbeat;
        this.bodies = bodies;
        for (int type = 0; type < EventKind.COUNT; type++) {
            for (EventBody body : bodies) {
                wanted[type] |= body.wants(type);
            }
        }
    }

    /** The header's time of the last event that was walked over. */
    long seconds() {
        return seconds;
    }

    /**
     * Walks over as many events as it can, and leaves the buffer's position behind them.
     *
     * @return whether there was any
     * @throws StreamProtocolException if somebody who looks at whole events finds that one makes no sense
     */
    boolean walk(ByteBuffer buffer, int checksumBytes, long arrivalMicros) throws StreamProtocolException {
        int first = buffer.position();
        int at = first;
        int limit = buffer.limit();
        while (limit - at >= SMALLEST_BYTES) {
            int packetLength = buffer.getInt(at) & FULL_PACKET;
            // status(1) seconds(4) type(1) …, and length(4) end(4)
            long statusToType = buffer.getLong(at + PACKET_HEADER_BYTES);
            long lengthAndEnd = buffer.getLong(at + EVENT_OFFSET + 9);
            int length = (int) lengthAndEnd;
            long eventSeconds = statusToType >>> 8 & 0xFFFF_FFFFL;
            if (packetLength > limit - at - PACKET_HEADER_BYTES
                    || packetLength < SMALLEST_BYTES - PACKET_HEADER_BYTES
                    || length != packetLength - 1
                    || packetLength == FULL_PACKET
                    || (statusToType & 0xFF) != 0
                    || eventSeconds == 0
                    || (buffer.getShort(at + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL) != 0
                    || !cursor.isFollowedBy(length, lengthAndEnd >>> 32)) {
                break;
            }
            int type = (int) (statusToType >>> 40) & 0xFF;
            int role = ROLES[type];
            if (!isOrdinary(type, buffer, at + EVENT_OFFSET, length, checksumBytes, arrivalMicros)) {
                break;
            }
            if (wanted[type]) {
                show(buffer, at + EVENT_OFFSET, length, checksumBytes);
            }
            seconds = eventSeconds;
            cursor.advance(length);
            sink.event(type, length);
            if (role == XID) {
                open.end(eventSeconds, arrivalMicros);
                completed.moveTo(cursor.file(), cursor.offset());
            }
            at += PACKET_HEADER_BYTES + packetLength;
        }
        buffer.position(at);
        return at > first;
    }

    private void show(ByteBuffer buffer, int at, int length, int checksumBytes) throws StreamProtocolException {
        header.read(buffer, at, length, checksumBytes);
        for (EventBody body : bodies) {
            if (body.wants(header.type())) {
                body.whole(buffer, at, header);
            }
        }
    }

    /** Takes an event into the open transaction, unless it is one for the long way. */
    private boolean isOrdinary(int type, ByteBuffer buffer, int at, int length, int checksumBytes, long arrivalMicros) {
        Stage stage = open.stage();
        return switch (ROLES[type]) {
            case GTID -> stage == Stage.NONE && gtid(type, buffer, at, length, checksumBytes, arrivalMicros);
            case MARIADB_GTID ->
                stage == Stage.NONE && mariaDbGtid(type, buffer, at, length, checksumBytes, arrivalMicros);
            case QUERY -> stage == Stage.OPENED && begin(buffer, at, length, checksumBytes);
            case TABLE_MAP -> stage == Stage.STATEMENTS && tableMap(buffer, at, length);
            // else it may tell the commit time: PolarDB-X
            case ROWS_QUERY -> stage == Stage.STATEMENTS && open.hasCommitTime();
            case ROWS -> stage == Stage.STATEMENTS && !open.isHeartbeatMapped();
            case XID -> stage == Stage.STATEMENTS && open.heartbeatSequence() < 0;
            default -> false;
        };
    }

    private boolean gtid(int type, ByteBuffer buffer, int at, int length, int checksumBytes, long arrivalMicros) {
        open.begin(Stage.OPENED, arrivalMicros);
        open.identifiedBy(buffer, at, at + length - checksumBytes, type);
        open.committedAt(
                GtidEvent.immediateCommitMicros(buffer, at, length, checksumBytes),
                GtidEvent.originalCommitMicros(buffer, at, length, checksumBytes));
        return true;
    }

    private boolean mariaDbGtid(
            int type, ByteBuffer buffer, int at, int length, int checksumBytes, long arrivalMicros) {
        open.begin(GtidEvent.isStandalone(buffer, at, length) ? Stage.SINGLE : Stage.STATEMENTS, arrivalMicros);
        open.identifiedBy(buffer, at, at + length - checksumBytes, type);
        return true;
    }

    private boolean begin(ByteBuffer buffer, int at, int length, int checksumBytes) {
        if (QueryStatement.isBegin(buffer, at, length, checksumBytes)) {
            open.goOnAs(Stage.STATEMENTS);
            return true;
        }
        return false;
    }

    private boolean tableMap(ByteBuffer buffer, int at, int length) {
        if (heartbeat != null && heartbeat.isMappedBy(buffer, at, length)) {
            return false;
        }
        open.mapped(false);
        return true;
    }
}
