// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * An event of a dump: a header of 19 bytes, the body, and the checksum.
 *
 * @param bytes the whole event; do not modify this array
 * @param checksumBytes length of the checksum according to the format description: 4 or 0
 */
@SuppressWarnings("ArrayRecordComponent") // millions of instances, which are never compared
public record StreamEvent(byte[] bytes, int checksumBytes) {

    public static final int QUERY = 2;
    public static final int ROTATE = 4;
    public static final int FORMAT_DESCRIPTION = 15;
    public static final int XID = 16;
    public static final int TABLE_MAP = 19;
    public static final int HEARTBEAT = 27;
    public static final int GTID = 33;
    public static final int ANONYMOUS_GTID = 34;
    public static final int XA_PREPARE = 38;
    public static final int TRANSACTION_PAYLOAD = 40;
    public static final int HEARTBEAT_V2 = 41;
    public static final int MARIADB_GTID = 162;
    public static final int MARIADB_QUERY_COMPRESSED = 165;

    /** Length of the header of each event. */
    public static final int HEADER_BYTES = 19;

    private static final Set<Integer> ROWS_TYPES =
            Set.of(20, 21, 22, 23, 24, 25, 30, 31, 32, 39, 166, 167, 168, 169, 170, 171);
    private static final Set<Integer> GTID_TYPES = Set.of(33, 34, 42, MARIADB_GTID);
    private static final int TYPE_OFFSET = 4;
    private static final int SERVER_ID_OFFSET = 5;
    private static final int END_POSITION_OFFSET = 13;
    private static final int FLAGS_OFFSET = 17;
    private static final int ARTIFICIAL_FLAG = 0x20;
    private static final byte IGNORABLE_TYPE = 28;
    private static final int IGNORABLE_FLAG = 0x80;

    /** Returns the type code: one of the constants of this class, or another code. */
    public int type() {
        return bytes[TYPE_OFFSET] & 0xFF;
    }

    /** Returns the length in bytes, including header and checksum. */
    public int length() {
        return bytes.length;
    }

    /** Returns the low 32 bits of the event's end position in the log file; 0 if the event has no position. */
    public int endPosition() {
        return view().getInt(END_POSITION_OFFSET);
    }

    /** Returns true if the event contains table rows. */
    public boolean isRows() {
        return ROWS_TYPES.contains(type());
    }

    /** Returns true for a GTID or anonymous GTID event, which begins a transaction. */
    public boolean isGtid() {
        return GTID_TYPES.contains(type());
    }

    /** Returns true for a heartbeat, which the server sends while the log has no new event. */
    public boolean isHeartbeat() {
        return type() == HEARTBEAT || type() == HEARTBEAT_V2;
    }

    /** Returns true if the event comes from the log file. The server creates other events for this dump. */
    public boolean isFromLogFile() {
        return !isHeartbeat()
                && (view().getShort(FLAGS_OFFSET) & ARTIFICIAL_FLAG) == 0
                && !(type() == ROTATE && view().getInt(0) == 0)
                && !(type() == FORMAT_DESCRIPTION && endPosition() == 0);
    }

    /** Returns the statement of a QUERY event. */
    public String statement() {
        int databaseLength = bytes[HEADER_BYTES + 8] & 0xFF;
        int statusLength = view().getShort(HEADER_BYTES + 11) & 0xFFFF;
        int statementOffset = HEADER_BYTES + 13 + statusLength + databaseLength + 1;
        return new String(
                bytes, statementOffset, bytes.length - checksumBytes - statementOffset, StandardCharsets.UTF_8);
    }

    /** Returns the table name of a TABLE_MAP event, without its schema. */
    public String table() {
        int schemaLength = bytes[HEADER_BYTES + 8] & 0xFF;
        int nameOffset = HEADER_BYTES + 9 + schemaLength + 1;
        return new String(bytes, nameOffset + 1, bytes[nameOffset] & 0xFF, StandardCharsets.UTF_8);
    }

    /** Returns the GTID of a GTID event of MySQL (without tag) or MariaDB, in the server's format; empty for other events. */
    public String gtid() {
        ByteBuffer body = view().position(HEADER_BYTES);
        if (type() == MARIADB_GTID) {
            long number = body.getLong();
            return (body.getInt() & 0xFFFF_FFFFL) + "-" + (view().getInt(SERVER_ID_OFFSET) & 0xFFFF_FFFFL) + "-"
                    + number;
        }
        if (type() != GTID) {
            return "";
        }
        body.get(); // flags
        body.order(ByteOrder.BIG_ENDIAN);
        String source = new UUID(body.getLong(), body.getLong()).toString();
        return source + ":" + body.order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    long rotatePosition() {
        return view().getLong(HEADER_BYTES);
    }

    byte body(int index) {
        return bytes[HEADER_BYTES + index];
    }

    /** Returns a copy with another end position and a correct checksum. */
    public StreamEvent withEndPosition(long position) {
        byte[] changedBytes = bytes.clone();
        view(changedBytes).putInt(END_POSITION_OFFSET, (int) position);
        return new StreamEvent(changedBytes, checksumBytes).withCorrectChecksum();
    }

    /** Readers must ignore the type. Length and position stay the same. */
    StreamEvent toIgnorable() {
        byte[] changedBytes = bytes.clone();
        changedBytes[TYPE_OFFSET] = IGNORABLE_TYPE;
        view(changedBytes).putShort(FLAGS_OFFSET, (short) (view().getShort(FLAGS_OFFSET) | IGNORABLE_FLAG));
        return new StreamEvent(changedBytes, checksumBytes).withCorrectChecksum();
    }

    /** Returns a copy with one flipped bit in a byte of the body and an unchanged checksum. */
    public StreamEvent withFlippedBit(int bodyIndex) {
        byte[] changedBytes = bytes.clone();
        changedBytes[HEADER_BYTES + bodyIndex] ^= 0x10;
        return new StreamEvent(changedBytes, checksumBytes);
    }

    /** Returns the length of the body, between header and checksum, in bytes. */
    public int bodyBytes() {
        return bytes.length - HEADER_BYTES - checksumBytes;
    }

    /** Returns a copy with a recomputed checksum, or this event if it has no checksum. */
    public StreamEvent withCorrectChecksum() {
        if (checksumBytes > 0) {
            byte[] changedBytes = bytes.clone();
            CRC32 crc = new CRC32();
            crc.update(changedBytes, 0, changedBytes.length - checksumBytes);
            view(changedBytes).putInt(changedBytes.length - checksumBytes, (int) crc.getValue());
            return new StreamEvent(changedBytes, checksumBytes);
        }
        return this;
    }

    private ByteBuffer view() {
        return view(bytes);
    }

    private static ByteBuffer view(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
