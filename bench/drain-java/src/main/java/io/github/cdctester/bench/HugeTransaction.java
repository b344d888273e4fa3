// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * A log of one file with one transaction of any size: inserts into {@code big.t (id INT, pad LONGBLOB)}, one row per
 * event. All rows events have the same length; long ones are split into several packets. Positions continue past 4 GiB like on
 * a server; an event contains only their low 32 bits. Only one event is in memory.
 */
final class HugeTransaction implements Sender.Log {

    private static final int FULL_PACKET = 0xFF_FFFF;
    private static final int HEADER = 19;
    private static final int CHECKSUM = 4;
    private static final int SECONDS = 1_700_000_000;
    private static final byte ROWS = 30;

    /** table(6) flags(2) extra(2) columns(1) bitmap(1), and the row: NULL bits(1) id(4) length(4). */
    private static final int ROW_HEAD = 8 + 2 + 2 + 1 + 4 + 4;

    private final byte[][] eventsBeforeRows;
    private final byte[] row;
    private final byte[] xid = event((byte) 16, new byte[8]);
    private final long rows;
    private final long end;

    /**
     * Plans the transaction.
     *
     * @param transactionBytes approximate size of the transaction
     * @param eventBytes size of each rows event
     */
    HugeTransaction(long transactionBytes, int eventBytes) {
        byte[] gtid = new byte[56];
        gtid[24] = 1;
        gtid[25] = 2;
        gtid[49] = 0;
        eventsBeforeRows = new byte[][] {
            event((byte) 15, formatDescription()),
            event((byte) 33, gtid),
            event((byte) 2, begin()),
            event((byte) 19, table())
        };
        row = event(ROWS, rowBody(eventBytes - HEADER - CHECKSUM));
        rows = Math.max(1, transactionBytes / eventBytes);
        long bytes = 4 + rows * row.length + xid.length;
        for (byte[] event : eventsBeforeRows) {
            bytes += event.length;
        }
        end = bytes;
    }

    @Override
    public int files() {
        return 1;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public long wireBytes() {
        long packets = eventsBeforeRows.length + 1 + rows * (row.length / FULL_PACKET + 1L);
        return end - 4 + 4 * packets + eventsBeforeRows.length + 1 + rows;
    }

    @Override
    public Sender.Files forClient() {
        return (file, client) -> send(client);
    }

    private void send(SocketChannel client) throws IOException {
        long position = 4;
        for (byte[] event : eventsBeforeRows) {
            position = send(client, event, position, packets(event));
        }
        ByteBuffer packets = packets(row);
        for (long i = 0; i < rows; i++) {
            position = send(client, row, position, packets);
        }
        send(client, xid, position, packets(xid));
    }

    /** Writes position and checksum into an event in its packets, and sends the packets. */
    private static long send(SocketChannel client, byte[] event, long position, ByteBuffer packets) throws IOException {
        long endPosition = position + event.length;
        packets.putInt(4 + 1 + 13, (int) endPosition);
        CRC32 crc = new CRC32();
        ByteBuffer bytes = packets.duplicate().position(5);
        int left = event.length - CHECKSUM;
        for (int inPacket = FULL_PACKET - 1; left > 0; inPacket = FULL_PACKET) {
            int count = Math.min(left, inPacket);
            crc.update(bytes.limit(bytes.position() + count));
            left -= count;
            if (left > 0) {
                bytes.limit(packets.limit()).position(bytes.position() + 4);
            }
        }
        packets.putInt(packets.limit() - CHECKSUM, (int) crc.getValue());
        ByteBuffer all = packets.duplicate();
        while (all.hasRemaining()) {
            client.write(all);
        }
        return endPosition;
    }

    /** Returns an event in its packets, after a status byte. */
    private static ByteBuffer packets(byte[] event) {
        int payload = 1 + event.length;
        int count = payload / FULL_PACKET + 1;
        ByteBuffer packets = ByteBuffer.allocateDirect(payload + 4 * count).order(ByteOrder.LITTLE_ENDIAN);
        int offset = 0;
        for (int i = 0; i < count; i++) {
            int length = Math.min(payload, FULL_PACKET);
            packets.putInt(length | (i + 1 & 0xFF) << 24);
            int status = i == 0 ? 1 : 0;
            packets.put(new byte[status]).put(event, offset, length - status);
            offset += length - status;
            payload -= length;
        }
        return packets.flip();
    }

    private static byte[] event(byte type, byte[] body) {
        ByteBuffer event = ByteBuffer.allocate(HEADER + body.length + CHECKSUM).order(ByteOrder.LITTLE_ENDIAN);
        event.putInt(SECONDS).put(type).putInt(1).putInt(event.capacity());
        return event.position(HEADER).put(body).array();
    }

    /** Returns a format description, whose last byte before the checksum is the checksum algorithm. */
    private static byte[] formatDescription() {
        byte[] body = new byte[100];
        body[0] = 4;
        byte[] version = "9.7.4-made-up".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(version, 0, body, 2, version.length);
        body[56] = HEADER;
        body[99] = 1;
        return body;
    }

    private static byte[] begin() {
        ByteBuffer body = ByteBuffer.allocate(13 + 4 + 5).order(ByteOrder.LITTLE_ENDIAN);
        body.put(8, (byte) 3).position(13);
        return body.put("big\0BEGIN".getBytes(StandardCharsets.US_ASCII)).array();
    }

    private static byte[] table() {
        ByteBuffer body = ByteBuffer.allocate(8 + 5 + 3 + 3 + 2 + 1).order(ByteOrder.LITTLE_ENDIAN);
        body.put((byte) 9).position(6);
        body.putShort((short) 1)
                .put((byte) 3)
                .put("big\0".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put("t\0".getBytes(StandardCharsets.US_ASCII));
        // INT and BLOB; a blob's length has four bytes; neither can be NULL
        return body.put(new byte[] {2, 3, (byte) 252, 1, 4, 0}).array();
    }

    private static byte[] rowBody(int length) {
        if (length <= ROW_HEAD) {
            throw new IllegalArgumentException("an event needs more than " + (HEADER + ROW_HEAD + CHECKSUM) + " bytes");
        }
        ByteBuffer body = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        body.put((byte) 9).position(6);
        body.putShort((short) 1).putShort((short) 2).put((byte) 2).put((byte) 0xFF);
        return body.put((byte) 0).putInt(7).putInt(length - ROW_HEAD).array();
    }
}
