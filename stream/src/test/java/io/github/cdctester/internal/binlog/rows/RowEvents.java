// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Builds the events of sysbench's table: id INT, k INT, c CHAR(120), pad CHAR(60), all NOT NULL, in utf8mb4. */
public final class RowEvents {

    /** Bytes of a row: NULL bits, two INTs, and CHARs of 119 and 59 characters with length prefixes of two bytes and one byte. */
    static final int ROW_BYTES = 1 + 8 + 2 + 119 + 1 + 59;

    private RowEvents() {}

    public static EventBytes tableMap(long id) {
        return tableMapWithType(id, 254);
    }

    /** Returns a table map whose last column has the given type. */
    public static EventBytes tableMapWithType(long id, int type) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writeId(body, id);
        body.writeBytes(new byte[] {1, 0});
        for (String name : new String[] {"sbtest", "sbtest1"}) {
            body.write(name.length());
            body.writeBytes((name + "\0").getBytes(StandardCharsets.US_ASCII));
        }
        // CHAR(120) has up to 480 bytes: type 254 with one inverted bit for 256 bytes, and 224. CHAR(60) has up to 240
        // bytes.
        body.writeBytes(new byte[] {4, 3, 3, (byte) 254, (byte) type});
        body.writeBytes(new byte[] {4, (byte) (254 ^ 0x10), (byte) 224, (byte) 254, (byte) 240, 0});
        return EventBytes.of(EventKind.TABLE_MAP, body.toByteArray());
    }

    /** Clears the flag of a rows event that it is the last event of its statement. All other methods set it. */
    static EventBytes withoutStatementEnd(EventBytes rowsEvent) {
        byte[] body = rowsEvent.body().clone();
        body[6] &= ~1;
        return EventBytes.of(rowsEvent.type(), body);
    }

    public static EventBytes writeRows(long id, int rows) {
        ByteArrayOutputStream body = head(id, true, 1);
        for (int i = 0; i < rows; i++) {
            body.writeBytes(row());
        }
        return EventBytes.of(30, body.toByteArray());
    }

    public static EventBytes updateRows(long id, int rows) {
        ByteArrayOutputStream body = head(id, true, 2);
        for (int i = 0; i < 2 * rows; i++) {
            body.writeBytes(row());
        }
        return EventBytes.of(EventKind.UPDATE_ROWS, body.toByteArray());
    }

    /** Returns MariaDB's WRITE_ROWS_COMPRESSED_V1 event. */
    public static EventBytes compressedRows(long id, int rows) {
        return compressedRows(166, id, rows);
    }

    /**
     * Returns an event of one of MariaDB's six compressed types: 166 to 168 (version 1), or 169 to 171 (version 2,
     * which no MariaDB version writes yet).
     */
    public static EventBytes compressedRows(int type, long id, int images) {
        boolean isUpdate = type == 167 || type == 170;
        return compressed(type, head(id, type >= 169, isUpdate ? 2 : 1), images);
    }

    private static EventBytes compressed(int type, ByteArrayOutputStream body, int images) {
        Deflater deflater = new Deflater();
        byte[] plain = new byte[images * ROW_BYTES];
        for (int i = 0; i < images; i++) {
            System.arraycopy(row(), 0, plain, i * ROW_BYTES, ROW_BYTES);
        }
        deflater.setInput(plain);
        deflater.finish();
        byte[] packed = new byte[plain.length + 100];
        int length = deflater.deflate(packed);
        deflater.end();
        body.write(0x84);
        for (int shift = 24; shift >= 0; shift -= 8) {
            body.write(plain.length >> shift);
        }
        body.write(packed, 0, length);
        return EventBytes.of(type, body.toByteArray());
    }

    /** Returns the table map of {@code t.b}, a table with one LONGBLOB column. */
    public static EventBytes blobTableMap(long id) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writeId(body, id);
        body.writeBytes(new byte[] {1, 0, 1, 't', 0, 1, 'b', 0, 1, (byte) 252, 1, 4, 1});
        return EventBytes.of(EventKind.TABLE_MAP, body.toByteArray());
    }

    /** Returns the start of an event with one row of table 9, up to the bytes of the value. */
    public static EventBytes longRow(long valueBytes) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writeId(body, 9);
        body.writeBytes(new byte[] {1, 0, 2, 0, 1, (byte) 0xFF, (byte) 0xFE});
        for (int shift = 0; shift < 32; shift += 8) {
            body.write((int) (valueBytes >> shift));
        }
        return EventBytes.of(30, body.toByteArray()).withoutChecksum();
    }

    private static byte[] row() {
        byte[] row = new byte[ROW_BYTES];
        Arrays.fill(row, (byte) 'x');
        row[0] = (byte) 0xF0;
        row[9] = 119;
        row[10] = 0;
        row[130] = 59;
        return row;
    }

    private static ByteArrayOutputStream head(long id, boolean hasExtraData, int bitmaps) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writeId(body, id);
        body.writeBytes(hasExtraData ? new byte[] {1, 0, 2, 0, 4} : new byte[] {1, 0, 4});
        for (int i = 0; i < bitmaps; i++) {
            body.write(0xFF);
        }
        return body;
    }

    private static void writeId(ByteArrayOutputStream body, long id) {
        for (int i = 0; i < 6; i++) {
            body.write((int) (id >> 8 * i));
        }
    }
}
