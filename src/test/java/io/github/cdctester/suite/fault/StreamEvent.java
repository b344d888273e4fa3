// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * An event as a dump carries it: header of 19 bytes, body, checksum.
 *
 * @param bytes all of it; changed by nobody
 * @param checksumBytes 4 or 0, as the format description says
 */
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

    static final int HEADER_BYTES = 19;

    private static final Set<Integer> ROWS =
            Set.of(20, 21, 22, 23, 24, 25, 30, 31, 32, 39, 166, 167, 168, 169, 170, 171);
    private static final Set<Integer> GTIDS = Set.of(33, 34, 42, MARIADB_GTID);
    private static final int TYPE = 4;
    /** In the body of a GTID event: behind flags, source, number and logical timestamps. */
    private static final int COMMIT_TIME = 1 + 16 + 8 + 1 + 8 + 8;

    private static final int SERVER_ID = 5;
    private static final int LENGTH = 9;
    private static final int END_POSITION = 13;
    private static final int FLAGS = 17;
    private static final int ARTIFICIAL = 0x20;
    private static final byte IGNORABLE = 28;
    private static final int IGNORABLE_FLAG = 0x80;

    public int type() {
        return bytes[TYPE] & 0xFF;
    }

    public int length() {
        return bytes.length;
    }

    /** The low 32 bits of its end in the file, or 0. */
    public int endPosition() {
        return view().getInt(END_POSITION);
    }

    public boolean isRows() {
        return ROWS.contains(type());
    }

    /** Whether it begins a transaction. */
    public boolean isGtid() {
        return GTIDS.contains(type());
    }

    public boolean isHeartbeat() {
        return type() == HEARTBEAT || type() == HEARTBEAT_V2;
    }

    /** Whether it stands in the file, and was not made up for the dump. */
    public boolean isOfLog() {
        return !isHeartbeat()
                && (view().getShort(FLAGS) & ARTIFICIAL) == 0
                && !(type() == ROTATE && view().getInt(0) == 0)
                && !(type() == FORMAT_DESCRIPTION && endPosition() == 0);
    }

    /** The statement of a QUERY event. */
    public String statement() {
        int database = bytes[HEADER_BYTES + 8] & 0xFF;
        int status = view().getShort(HEADER_BYTES + 11) & 0xFFFF;
        int from = HEADER_BYTES + 13 + status + database + 1;
        return new String(bytes, from, bytes.length - checksumBytes - from, StandardCharsets.UTF_8);
    }

    /** The table of a TABLE_MAP event, without its schema. */
    public String table() {
        int schema = bytes[HEADER_BYTES + 8] & 0xFF;
        int name = HEADER_BYTES + 9 + schema + 1;
        return new String(bytes, name + 1, bytes[name] & 0xFF, StandardCharsets.UTF_8);
    }

    /** The transaction that a GTID event of MySQL (without a tag) or MariaDB begins, as the server writes it; else empty. */
    public String gtid() {
        ByteBuffer body = view().position(HEADER_BYTES);
        if (type() == MARIADB_GTID) {
            long number = body.getLong();
            return (body.getInt() & 0xFFFF_FFFFL) + "-" + (view().getInt(SERVER_ID) & 0xFFFF_FFFFL) + "-" + number;
        }
        if (type() != GTID) {
            return "";
        }
        body.get(); // flags
        body.order(ByteOrder.BIG_ENDIAN);
        String source = new UUID(body.getLong(), body.getLong()).toString();
        return source + ":" + body.order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /** The place that a ROTATE event leads to. */
    long rotatesTo() {
        return view().getLong(HEADER_BYTES);
    }

    /** What comes first in the body. */
    byte body(int at) {
        return bytes[HEADER_BYTES + at];
    }

    /** Another end in the file, with a checksum that is right. */
    public StreamEvent withEndPosition(long position) {
        byte[] changed = bytes.clone();
        view(changed).putInt(END_POSITION, (int) position);
        return new StreamEvent(changed, checksumBytes).withRightChecksum();
    }

    /** A GTID event of another source, which is the end of a UUID or a domain, and with another number. */
    StreamEvent withGtid(long source, long number) {
        byte[] changed = bytes.clone();
        ByteBuffer view = view(changed);
        if (type() == MARIADB_GTID) {
            view.putLong(HEADER_BYTES, number).putInt(HEADER_BYTES + 8, (int) source);
        } else {
            view.putLong(HEADER_BYTES + 1 + 8, source).putLong(HEADER_BYTES + 1 + 16, number);
        }
        return new StreamEvent(changed, checksumBytes).withRightChecksum();
    }

    /** An event of a kind that readers are to pass over, of the same length and in the same place. */
    StreamEvent hollow() {
        byte[] changed = bytes.clone();
        changed[TYPE] = IGNORABLE;
        view(changed).putShort(FLAGS, (short) (view().getShort(FLAGS) | IGNORABLE_FLAG));
        return new StreamEvent(changed, checksumBytes).withRightChecksum();
    }

    /** Written by a clock that goes otherwise: the header's seconds, and the commit times of MySQL's GTID events. */
    public StreamEvent withClock(Duration ahead) {
        byte[] changed = bytes.clone();
        ByteBuffer view = view(changed);
        if (view.getInt(0) != 0) {
            view.putInt(0, view.getInt(0) + (int) ahead.toSeconds());
        }
        if ((type() == GTID || type() == ANONYMOUS_GTID) && bodyBytes() > COMMIT_TIME + 7) {
            boolean twoTimes = (changed[HEADER_BYTES + COMMIT_TIME + 6] & 0x80) != 0;
            shift(view, HEADER_BYTES + COMMIT_TIME, ahead);
            if (twoTimes) {
                shift(view, HEADER_BYTES + COMMIT_TIME + 7, ahead);
            }
        }
        return new StreamEvent(changed, checksumBytes).withRightChecksum();
    }

    /** Seven bytes of microseconds, whose highest bit is a flag. */
    private static void shift(ByteBuffer view, int at, Duration ahead) {
        long eight = view.getLong(at);
        long others = eight & ~((1L << 55) - 1);
        long micros = (eight & (1L << 55) - 1) + ahead.toNanos() / 1_000;
        view.putLong(at, others | micros);
    }

    /** A header that tells another length than there is. */
    public StreamEvent withLength(int length) {
        byte[] changed = bytes.clone();
        view(changed).putInt(LENGTH, length);
        return new StreamEvent(changed, checksumBytes);
    }

    /** One bit of the body is another; the checksum stays. */
    public StreamEvent withFlippedBit(int bodyByte) {
        byte[] changed = bytes.clone();
        changed[HEADER_BYTES + bodyByte] ^= 0x10;
        return new StreamEvent(changed, checksumBytes);
    }

    public int bodyBytes() {
        return bytes.length - HEADER_BYTES - checksumBytes;
    }

    private StreamEvent withRightChecksum() {
        if (checksumBytes > 0) {
            CRC32 crc = new CRC32();
            crc.update(bytes, 0, bytes.length - checksumBytes);
            view().putInt(bytes.length - checksumBytes, (int) crc.getValue());
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
