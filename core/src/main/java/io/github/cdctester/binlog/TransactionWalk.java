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
 * The short way over what nearly all of a log consists of: row-based transactions, each event in one packet, and all of
 * them there. Two loops, one inside the other, keep everything in local variables and tell each transaction once, for a
 * fraction of what the way through the framer and the tracker costs (docs/adr/0010). A transaction that is anything else,
 * or not all there, is left to them from its first byte: this class decides nothing that they would decide otherwise.
 */
final class TransactionWalk {

    private static final int PACKET_HEADER_BYTES = 4;
    private static final int EVENT_OFFSET = PACKET_HEADER_BYTES + 1;
    private static final int SMALLEST_BYTES = EVENT_OFFSET + 19;
    private static final int FULL_PACKET = 0xFFFFFF;
    private static final int FLAG_ARTIFICIAL = 0x20;
    private static final int MOST_EVENTS = 4_096;

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

    private final BinlogSink sink;
    private final OpenTransaction open;
    private final LogCursor cursor;
    private final LogCursor completed;
    private final @Nullable HeartbeatRow heartbeat;
    private final EventBody[] bodies;
    private final EventHeader header = new EventHeader();
    private final boolean[] wanted = new boolean[EventKind.COUNT];
    private final byte[] types = new byte[MOST_EVENTS];
    private final int[] lengths = new int[MOST_EVENTS];
    private final GtidRun run = new GtidRun();

    private long seconds;

    TransactionWalk(
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
     * Walks over as many transactions as it can, and leaves the buffer's position behind them.
     *
     * @return whether there was any
     * @throws StreamProtocolException if somebody who looks at whole events finds that one makes no sense
     */
    boolean walk(ByteBuffer buffer, int checksumBytes, long arrivalMicros) throws StreamProtocolException {
        if (open.stage() != Stage.NONE) {
            return false;
        }
        run.end();
        try {
            return walkOver(buffer, checksumBytes, arrivalMicros);
        } finally {
            open.tellFollowers();
        }
    }

    private boolean walkOver(ByteBuffer buffer, int checksumBytes, long arrivalMicros) throws StreamProtocolException {
        int first = buffer.position();
        int limit = buffer.limit();
        int begin = first; // of the transaction
        int at = first; // of the event's packet
        int count = 0;
        long offset = cursor.offset();
        long beginOffset = offset;
        Stage stage = Stage.NONE;
        while (limit - at >= SMALLEST_BYTES && count < MOST_EVENTS) {
            int packetLength = buffer.getInt(at) & FULL_PACKET;
            // status(1) seconds(4) type(1) …, and length(4) end(4)
            long statusToType = buffer.getLong(at + PACKET_HEADER_BYTES);
            long lengthAndEnd = buffer.getLong(at + EVENT_OFFSET + 9);
            int length = (int) lengthAndEnd;
            int end = (int) (lengthAndEnd >>> 32);
            long eventSeconds = statusToType >>> 8 & 0xFFFF_FFFFL;
            if (packetLength > limit - at - PACKET_HEADER_BYTES
                    || packetLength < SMALLEST_BYTES - PACKET_HEADER_BYTES
                    || length != packetLength - 1
                    || packetLength == FULL_PACKET
                    || (statusToType & 0xFF) != 0
                    || eventSeconds == 0
                    || (buffer.getShort(at + EVENT_OFFSET + 17) & FLAG_ARTIFICIAL) != 0
                    || end != (int) (offset + length) && end != 0) {
                break;
            }
            int type = (int) (statusToType >>> 40) & 0xFF;
            byte role = ROLES[type];
            stage = after(stage, role, buffer, at + EVENT_OFFSET, length, begin, checksumBytes);
            if (stage == Stage.NONE) {
                break;
            }
            types[count] = (byte) type;
            lengths[count++] = length;
            offset += length;
            at += PACKET_HEADER_BYTES + packetLength;
            if (role == XID) {
                end(buffer, begin, checksumBytes, count, offset - beginOffset, eventSeconds, arrivalMicros);
                seconds = eventSeconds;
                begin = at;
                beginOffset = offset;
                count = 0;
                stage = Stage.NONE;
            }
        }
        if (begin == first) {
            return false;
        }
        buffer.position(begin);
        return true;
    }

    /** The stage that an event leads to, or {@link Stage#NONE} where it is one for the long way. */
    private Stage after(Stage stage, byte role, ByteBuffer buffer, int at, int length, int begin, int checksumBytes) {
        boolean ordinary = switch (stage) {
            case STATEMENTS ->
                switch (role) {
                    case TABLE_MAP -> heartbeat == null || !heartbeat.isMappedBy(buffer, at, length);
                    // else it may tell the commit time: PolarDB-X
                    case ROWS_QUERY -> hasCommitTime(buffer, begin, checksumBytes);
                    default -> role >= ROWS;
                };
            case OPENED -> role == QUERY && QueryStatement.isBegin(buffer, at, length, checksumBytes);
            case NONE -> role == GTID || role == MARIADB_GTID && !GtidEvent.isStandalone(buffer, at, length);
            case SINGLE -> false;
        };
        if (!ordinary) {
            return Stage.NONE;
        }
        return role == GTID ? Stage.OPENED : Stage.STATEMENTS;
    }

    private static boolean hasCommitTime(ByteBuffer buffer, int begin, int checksumBytes) {
        int at = begin + EVENT_OFFSET;
        return ROLES[buffer.get(at + 4) & 0xFF] == GTID
                && GtidEvent.immediateCommitMicros(buffer, at, buffer.getInt(at + 9), checksumBytes)
                        != BinlogSink.UNKNOWN_MICROS;
    }

    /** Tells a transaction that is all there. */
    private void end(
            ByteBuffer buffer,
            int begin,
            int checksumBytes,
            int count,
            long bytes,
            long headerSeconds,
            long arrivalMicros)
            throws StreamProtocolException {
        int at = begin + EVENT_OFFSET;
        int type = types[0] & 0xFF;
        int length = lengths[0];
        boolean follows = run.goesOnWith(buffer, at, length - checksumBytes, type);
        if (follows) {
            open.beginFollower(arrivalMicros);
        } else {
            open.tellFollowers();
            open.begin(Stage.STATEMENTS, arrivalMicros);
            open.identifiedBy(buffer, at, at + length - checksumBytes, type);
        }
        if (ROLES[type] == GTID) {
            open.committedAt(
                    GtidEvent.immediateCommitMicros(buffer, at, length, checksumBytes),
                    GtidEvent.originalCommitMicros(buffer, at, length, checksumBytes));
        }
        if (bodies.length == 0) {
            cursor.advance(bytes);
            if (follows) {
                open.endWholeFollower(types, lengths, count, bytes, headerSeconds, arrivalMicros);
            } else {
                open.endWhole(types, lengths, count, bytes, headerSeconds, arrivalMicros);
            }
        } else {
            show(buffer, at, checksumBytes, count);
            if (follows) {
                open.endFollower(headerSeconds, arrivalMicros);
            } else {
                open.end(headerSeconds, arrivalMicros);
            }
        }
        completed.moveTo(cursor.file(), cursor.offset());
        if (follows) {
            return;
        }
        if (type == EventKind.GTID && open.takesFollowers()) {
            run.begin(buffer, at);
        } else {
            run.end();
        }
    }

    private void show(ByteBuffer buffer, int first, int checksumBytes, int count) throws StreamProtocolException {
        int at = first;
        for (int i = 0; i < count; i++) {
            int type = types[i] & 0xFF;
            int length = lengths[i];
            if (wanted[type]) {
                header.read(buffer, at, length, checksumBytes);
                for (EventBody body : bodies) {
                    if (body.wants(type)) {
                        body.whole(buffer, at, header);
                    }
                }
            }
            cursor.advance(length);
            sink.event(type, length);
            at += length + EVENT_OFFSET;
        }
    }
}
