// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.ReadLimit;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code COM_QUERY_RESPONSE} or {@code COM_STMT_PREPARE_OK}, with limits for time and size. */
final class QueryResponse {

    /** Larger than any expected response: 100,000 log files, or a GTID set with a million gaps. */
    static final int MAX_BYTES = 16 << 20;

    static final int MAX_ROWS = 100_000;

    static final int MAX_COLUMNS = 256;

    private static final int OK_HEADER = 0x00;
    private static final int ERROR_HEADER = 0xFF;
    private static final int END_HEADER = 0xFE;

    private final PacketStream packets;
    private final ReadLimit limit;

    QueryResponse(PacketStream packets, Duration timeout) {
        this.packets = packets;
        limit = new ReadLimit("an answer", MAX_BYTES, timeout);
    }

    /**
     * Reads from the stream need their own timeout, because the time limit is checked after each read.
     *
     * @throws ServerErrorException if the server rejects the statement
     * @throws MySqlProtocolException if the response has too many bytes, rows or columns, or is malformed
     */
    List<List<@Nullable String>> rows() throws IOException {
        byte[] firstPacket = readPacket();
        List<List<@Nullable String>> rows = new ArrayList<>();
        if (firstPacket[0] == OK_HEADER) {
            return rows;
        }
        int columns = columnCount(firstPacket);
        readDefinitions(columns, "columns");
        for (byte[] row = readPacket(); !isEnd(row); row = readPacket()) {
            if (rows.size() == MAX_ROWS) {
                throw new MySqlProtocolException("an answer of more than " + MAX_ROWS + " rows");
            }
            rows.add(TextRow.read(row, columns));
        }
        return rows;
    }

    /** Reads the response to a COM_STMT_PREPARE. */
    int statementId() throws IOException {
        byte[] firstPacket = readPacket();
        if (firstPacket[0] != OK_HEADER || firstPacket.length < 9) {
            throw new MySqlProtocolException("no statement id in the answer to a prepared statement");
        }
        ByteBuffer head = ByteBuffer.wrap(firstPacket).order(ByteOrder.LITTLE_ENDIAN);
        int columns = head.getShort(5) & 0xFFFF;
        int parameters = head.getShort(7) & 0xFFFF;
        readDefinitions(parameters, "parameters");
        readDefinitions(columns, "columns");
        return head.getInt(1);
    }

    private void readDefinitions(int count, String name) throws IOException {
        for (int read = 0; read < count; read++) {
            if (isEnd(readPacket())) {
                throw new MySqlProtocolException("an answer with " + read + " of its " + count + " " + name);
            }
        }
        if (count > 0 && !isEnd(readPacket())) {
            throw new MySqlProtocolException(
                    "an answer with more than the " + count + " " + name + " that it announces");
        }
    }

    private static int columnCount(byte[] packet) throws MySqlProtocolException {
        int columns = packet[0] & 0xFF;
        if (packet.length == 3 && columns == 0xFC) {
            columns = packet[1] & 0xFF | (packet[2] & 0xFF) << 8;
        } else if (packet.length != 1 || columns >= 0xFB) {
            columns = -1;
        }
        if (columns < 1 || columns > MAX_COLUMNS) {
            throw new MySqlProtocolException("an answer that does not announce 1 to " + MAX_COLUMNS + " columns");
        }
        return columns;
    }

    private byte[] readPacket() throws IOException {
        byte[] payload = packets.read(limit);
        if (payload.length == 0) {
            throw new MySqlProtocolException("an empty packet in an answer");
        }
        if ((payload[0] & 0xFF) == ERROR_HEADER) {
            throw ServerErrorException.ofPacket(payload);
        }
        return payload;
    }

    private static boolean isEnd(byte[] packet) {
        return (packet[0] & 0xFF) == END_HEADER && packet.length < 9;
    }

    /** Reads the length-encoded strings of a text result set. */
    static final class TextRow {

        private static final int NULL = 0xFB;

        private final byte[] packet;
        private int next;

        private TextRow(byte[] packet) {
            this.packet = packet;
        }

        static List<@Nullable String> read(byte[] packet, int columns) throws MySqlProtocolException {
            TextRow row = new TextRow(packet);
            List<@Nullable String> values = new ArrayList<>(columns);
            while (row.next < packet.length) {
                if (values.size() == columns) {
                    throw new MySqlProtocolException("a row of more than the " + columns + " columns of its answer");
                }
                int length = row.length();
                if (length > packet.length - row.next) {
                    throw new MySqlProtocolException("a column of " + length + " bytes in a row of " + packet.length);
                }
                values.add(length < 0 ? null : new String(packet, row.next, length, StandardCharsets.UTF_8));
                row.next += Math.max(0, length);
            }
            if (values.size() < columns) {
                throw new MySqlProtocolException("a row of " + values.size() + " columns in an answer of " + columns);
            }
            return values;
        }

        /** Returns -1 for SQL NULL. */
        private int length() throws MySqlProtocolException {
            int firstByte = packet[next++] & 0xFF;
            if (firstByte <= NULL) {
                return firstByte == NULL ? -1 : firstByte;
            }
            int bytes = switch (firstByte) {
                case 0xFC -> 2;
                case 0xFD -> 3;
                default -> 8;
            };
            if (bytes > packet.length - next) {
                throw new MySqlProtocolException("a row that ends inside a length");
            }
            long length = 0;
            for (int i = 0; i < bytes; i++) {
                length |= (packet[next++] & 0xFFL) << 8 * i;
            }
            if (length < 0 || length > packet.length) {
                throw new MySqlProtocolException("a column of " + length + " bytes");
            }
            return (int) length;
        }
    }
}
