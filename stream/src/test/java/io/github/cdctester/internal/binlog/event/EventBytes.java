// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

public record EventBytes(int type, long seconds, long endPosition, int flags, boolean hasChecksum, byte[] body) {

    public static final int ARTIFICIAL_FLAG = 0x20;
    public static final long EVENT_SECONDS = 1_800_000_000L;

    public static EventBytes of(int type, byte[] body) {
        return new EventBytes(type, EVENT_SECONDS, 0, 0, true, body);
    }

    public static EventBytes of(int type, int bodyBytes) {
        return of(type, new byte[bodyBytes]);
    }

    /** The server sends an artificial ROTATE at the start of a dump and of each file. */
    public static EventBytes fakeRotate(String file, long offset) {
        return new EventBytes(EventKind.ROTATE, 0, 0, ARTIFICIAL_FLAG, true, rotateBody(file, offset));
    }

    public static EventBytes rotate(String file, long offset) {
        return of(EventKind.ROTATE, rotateBody(file, offset));
    }

    /** Has 123 bytes, for events with checksums. */
    public static EventBytes formatDescription() {
        return of(
                EventKind.FORMAT_DESCRIPTION,
                littleEndian(100).put(99, (byte) 1).array());
    }

    public static EventBytes query(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        // thread, time, length of "db", error, length of two status bytes; then status, schema, NUL, text
        ByteBuffer body = littleEndian(13 + 2 + 2 + 1 + text.length);
        body.putInt(7).putInt(0).put((byte) 2).putShort((short) 0).putShort((short) 2);
        body.put(new byte[] {0, 1}).put(new byte[] {'d', 'b', 0}).put(text);
        return of(EventKind.QUERY, body.array());
    }

    /** Has 79 bytes, in the format of MySQL 9.7. */
    public static EventBytes gtid(long commitMicros) {
        ByteBuffer body = littleEndian(56);
        body.put(25, (byte) 2).putLong(42, commitMicros).put(49, (byte) 100);
        return of(EventKind.GTID, body.array());
    }

    /** The UUID is all zeros. */
    public static EventBytes gtid(long commitMicros, long number) {
        ByteBuffer body = ByteBuffer.wrap(gtid(commitMicros).body().clone()).order(ByteOrder.LITTLE_ENDIAN);
        return of(EventKind.GTID, body.putLong(17, number).array());
    }

    public static EventBytes mariaDbGtid(int flags) {
        return of(EventKind.MARIADB_GTID, littleEndian(19).put(12, (byte) flags).array());
    }

    public static EventBytes xid() {
        return of(EventKind.XID, 8);
    }

    public static EventBytes tableMap(String database, String table) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[8]);
        for (String name : new String[] {database, table}) {
            body.write(name.length());
            body.writeBytes((name + "\0").getBytes(StandardCharsets.US_ASCII));
        }
        body.writeBytes(new byte[] {2, 8, 8, 0, 0});
        return of(EventKind.TABLE_MAP, body.toByteArray());
    }

    /** The last two columns are BIGINTs. */
    public static EventBytes update(long secondLast, long last) {
        return of(
                EventKind.UPDATE_ROWS,
                littleEndian(46).putLong(30, secondLast).putLong(38, last).array());
    }

    public EventBytes endingAt(long position) {
        return new EventBytes(type, seconds, position & 0xFFFF_FFFFL, flags, hasChecksum, body);
    }

    public EventBytes withoutChecksum() {
        return new EventBytes(type, seconds, endPosition, flags, false, body);
    }

    public EventBytes with(long newSeconds, int newFlags) {
        return new EventBytes(type, newSeconds, endPosition, newFlags, hasChecksum, body);
    }

    public int length() {
        return EventFramer.HEADER_BYTES + body.length + (hasChecksum ? 4 : 0);
    }

    public byte[] bytes() {
        ByteBuffer event = littleEndian(length());
        event.putInt((int) seconds).put((byte) type).putInt(1).putInt(length());
        event.putInt((int) endPosition).putShort((short) flags).put(body);
        if (hasChecksum) {
            CRC32 crc = new CRC32();
            crc.update(event.array(), 0, length() - 4);
            event.putInt((int) crc.getValue());
        }
        return event.array();
    }

    /** For parsers of single events. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] rotateBody(String file, long offset) {
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        return littleEndian(8 + name.length).putLong(offset).put(name).array();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventBytes event && Arrays.equals(bytes(), event.bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(body);
    }
}
