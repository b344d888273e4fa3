// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Response to a statement ({@code COM_QUERY_RESPONSE}). Time and size are limited, whatever the server sends. */
final class QueryResponse {

    /** Time limit for a complete response. */
    static final Duration TIME = Duration.ofSeconds(30);

    /** Size limit, larger than any expected response: 100,000 log files, or a GTID set with a million gaps. */
    static final int MAX_BYTES = 16 << 20;

    static final int MAX_ROWS = 100_000;

    static final int MAX_COLUMNS = 256;

    private static final int HEADER_BYTES = 4;
    private static final int OK = 0x00;
    private static final int ERROR = 0xFF;
    private static final int END = 0xFE;

    private final InputStream in;
    private final long begunNanos = System.nanoTime();
    private final byte[] header = new byte[HEADER_BYTES];
    private int bytesLeft = MAX_BYTES;

    private QueryResponse(InputStream in) {
        this.in = in;
    }

    /**
     * Reads a complete response.
     *
     * @param in source of the packets; a read must throw on timeout
     * @return the rows; empty if the statement returns none
     * @throws ServerErrorException if the server rejects the statement
     * @throws StreamProtocolException if the response exceeds a limit or is malformed
     */
    static List<List<@Nullable String>> read(InputStream in) throws IOException {
        return new QueryResponse(in).rows();
    }

    private List<List<@Nullable String>> rows() throws IOException {
        byte[] first = readPacket();
        List<List<@Nullable String>> rows = new ArrayList<>();
        if (first[0] == OK) {
            return rows;
        }
        int columns = columnCount(first);
        for (int column = 0; column < columns; column++) {
            if (isEnd(readPacket())) {
                throw new StreamProtocolException("an answer with " + column + " of its " + columns + " columns");
            }
        }
        if (!isEnd(readPacket())) {
            throw new StreamProtocolException("an answer with more than the " + columns + " columns that it announces");
        }
        for (byte[] row = readPacket(); !isEnd(row); row = readPacket()) {
            if (rows.size() == MAX_ROWS) {
                throw new StreamProtocolException("an answer of more than " + MAX_ROWS + " rows");
            }
            rows.add(TextRow.read(row, columns));
        }
        return rows;
    }

    private static int columnCount(byte[] packet) throws StreamProtocolException {
        int columns = packet[0] & 0xFF;
        if (packet.length == 3 && columns == 0xFC) {
            columns = packet[1] & 0xFF | (packet[2] & 0xFF) << 8;
        } else if (packet.length != 1 || columns >= 0xFB) {
            columns = -1;
        }
        if (columns < 1 || columns > MAX_COLUMNS) {
            throw new StreamProtocolException("an answer that does not announce 1 to " + MAX_COLUMNS + " columns");
        }
        return columns;
    }

    private byte[] readPacket() throws IOException {
        read(header);
        int length = header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
        bytesLeft -= HEADER_BYTES + length;
        if (bytesLeft < 0) {
            throw new StreamProtocolException("an answer of more than " + MAX_BYTES + " bytes");
        }
        if (length == 0) {
            throw new StreamProtocolException("an empty packet in an answer");
        }
        byte[] payload = new byte[length];
        read(payload);
        if ((payload[0] & 0xFF) == ERROR) {
            throw ServerErrorException.ofPacket(payload);
        }
        return payload;
    }

    private void read(byte[] bytes) throws IOException {
        int index = 0;
        while (index < bytes.length) {
            int read = in.read(bytes, index, bytes.length - index);
            if (read < 0) {
                throw new EOFException("the server closed the connection in the middle of an answer");
            }
            index += read;
            if (System.nanoTime() - begunNanos > TIME.toNanos()) {
                throw new SocketTimeoutException("an answer that does not end within " + TIME.toSeconds() + " s");
            }
        }
    }

    private static boolean isEnd(byte[] packet) {
        return (packet[0] & 0xFF) == END && packet.length < 9;
    }

    /** A row of a text result set: length-encoded strings. The connector's own reader cannot read SQL NULL. */
    static final class TextRow {

        private static final int NULL = 0xFB;

        private final byte[] packet;
        private int next;

        private TextRow(byte[] packet) {
            this.packet = packet;
        }

        static List<@Nullable String> read(byte[] packet, int columns) throws StreamProtocolException {
            TextRow row = new TextRow(packet);
            List<@Nullable String> values = new ArrayList<>(columns);
            while (row.next < packet.length) {
                if (values.size() == columns) {
                    throw new StreamProtocolException("a row of more than the " + columns + " columns of its answer");
                }
                int length = row.length();
                if (length > packet.length - row.next) {
                    throw new StreamProtocolException("a column of " + length + " bytes in a row of " + packet.length);
                }
                values.add(length < 0 ? null : EventFramer.text(packet, row.next, row.next + length));
                row.next += Math.max(0, length);
            }
            if (values.size() < columns) {
                throw new StreamProtocolException("a row of " + values.size() + " columns in an answer of " + columns);
            }
            return values;
        }

        /** Returns the length of the next value; -1 for SQL NULL. */
        private int length() throws StreamProtocolException {
            int first = packet[next++] & 0xFF;
            if (first <= NULL) {
                return first == NULL ? -1 : first;
            }
            int bytes = switch (first) {
                case 0xFC -> 2;
                case 0xFD -> 3;
                default -> 8;
            };
            if (bytes > packet.length - next) {
                throw new StreamProtocolException("a row that ends inside a length");
            }
            long length = 0;
            for (int i = 0; i < bytes; i++) {
                length |= (packet[next++] & 0xFFL) << 8 * i;
            }
            if (length < 0 || length > packet.length) {
                throw new StreamProtocolException("a column of " + length + " bytes");
            }
            return (int) length;
        }
    }
}
