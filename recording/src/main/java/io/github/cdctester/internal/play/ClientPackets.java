// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.connection.login.Login;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Reads and writes the packets of a connection with a consumer. Not thread-safe. */
final class ClientPackets implements Login.Packets, Closeable {

    private static final int FULL = 0xFFFFFF;
    /** Maximum packet size before the login. */
    private static final int MAX_BYTES_BEFORE_LOGIN = 1 << 14;

    /** Maximum packet size after the login, large enough for a set of GTIDs. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int NULL = 0xFB;
    private static final int OF_THREE_BYTES = 0xFD;
    private static final int MAX_MESSAGE = 512;
    private static final int BUFFER_BYTES = 1 << 17;
    private static final byte AUTOCOMMIT = 2;
    private static final byte[] NO_ERROR = {0};

    /** The constant part of a column definition: utf8mb4, and a type for texts of any length. */
    private static final byte[] OF_TEXT = {0x0C, 45, 0, 0, 0x10, 0, 0, (byte) 0xFD, 0, 0, 0, 0, 0};

    private Socket socket;
    private InputStream in;
    private OutputStream out;

    /** Unsent bytes: sending an event mostly costs a copy and no system call. */
    private final byte[] buffer = new byte[BUFFER_BYTES];

    private int maxPacketBytes = MAX_BYTES_BEFORE_LOGIN;
    private int filled;
    private int sequence;
    private byte status = AUTOCOMMIT;

    /** Bytes of the current event that belong to later packets. */
    private long left;

    /** Bytes to send in the current packet, and whether another packet follows. */
    private int packetLeft;

    private boolean full;

    ClientPackets(Socket socket) throws IOException {
        this.socket = socket;
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** Switches to TLS. No byte of the TLS handshake was read before. */
    void secure(SSLContext tls) throws IOException {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
        secured.startHandshake();
        socket = secured;
        in = secured.getInputStream();
        out = secured.getOutputStream();
    }

    void loggedIn() {
        maxPacketBytes = MAX_BYTES;
    }

    /** Reads the next packet. */
    @Override
    public byte[] read() throws IOException {
        byte[] head = in.readNBytes(4);
        int length = head.length < 4 ? 0 : head[0] & 0xFF | (head[1] & 0xFF) << 8 | (head[2] & 0xFF) << 16;
        byte[] payload = in.readNBytes(length > maxPacketBytes ? 0 : length);
        if (head.length < 4 || payload.length < length && length <= maxPacketBytes) {
            throw new EOFException("the consumer has gone");
        }
        if (payload.length == 0) {
            throw new StreamProtocolException("a command of " + length + " bytes");
        }
        sequence = (head[3] & 0xFF) + 1;
        return payload;
    }

    /** Waits up to {@code millis}; returns true if the consumer is still connected and has sent nothing. */
    boolean isSilent(int millis) throws IOException {
        socket.setSoTimeout(Math.max(1, millis));
        try {
            in.read(); // any byte within a dump ends it
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    @Override
    public void write(byte[] payload) throws IOException {
        put(payload);
        flush();
    }

    private void put(byte[] payload) throws IOException {
        begin(payload.length);
        more(payload, 0, payload.length);
    }

    void ok() throws IOException {
        write(new byte[] {0, 0, 0, status, 0, 0, 0});
    }

    void end() throws IOException {
        write(endOfRows());
    }

    private byte[] endOfRows() {
        return new byte[] {(byte) 0xFE, 0, 0, status, 0};
    }

    /** Sets the status in all later answers, from which drivers read the autocommit mode. */
    void commits(boolean automatically) {
        status = automatically ? AUTOCOMMIT : 0;
    }

    void refuse(ServerErrorException why) throws IOException {
        byte[] text = ("#HY000" + why.text()).getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MAX_MESSAGE);
        ByteBuffer packet = ByteBuffer.allocate(3 + length).order(ByteOrder.LITTLE_ENDIAN);
        write(packet.put((byte) 0xFF)
                .putShort((short) why.code())
                .put(text, 0, length)
                .array());
    }

    /** Sends a result set of text values. */
    void rows(List<String> columns, List<? extends List<@Nullable String>> rows) throws IOException {
        put(new byte[] {(byte) columns.size()});
        for (String column : columns) {
            ByteArrayOutputStream definition = texts(List.of("def", "", "", "", column, column));
            definition.writeBytes(OF_TEXT);
            put(definition.toByteArray());
        }
        put(endOfRows());
        for (List<@Nullable String> row : rows) {
            put(texts(row).toByteArray());
        }
        end();
    }

    private static ByteArrayOutputStream texts(List<@Nullable String> texts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String text : texts) {
            byte[] encoded = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
            if (encoded.length < NULL) {
                bytes.write(text == null ? NULL : encoded.length);
            } else {
                bytes.write(OF_THREE_BYTES);
                bytes.write(encoded.length);
                bytes.write(encoded.length >> 8);
                bytes.write(encoded.length >> 16);
            }
            bytes.writeBytes(encoded);
        }
        return bytes;
    }

    /** Starts an event of this length. Its bytes follow with {@link #more}. */
    void event(long length) throws IOException {
        begin(length + 1);
        more(NO_ERROR, 0, 1);
    }

    void more(byte[] bytes, int from, int count) throws IOException {
        for (int at = from; at < from + count; ) {
            int sent = Math.min(packetLeft, from + count - at);
            if (sent > BUFFER_BYTES - filled) {
                flush();
            }
            if (sent > BUFFER_BYTES) {
                out.write(bytes, at, sent);
            } else {
                System.arraycopy(bytes, at, buffer, filled, sent);
                filled += sent;
            }
            at += sent;
            packetLeft -= sent;
            if (packetLeft == 0 && full) {
                begin(left);
            }
        }
    }

    /** Starts a packet for the remaining bytes. After a packet of maximum size another one follows, which may be empty. */
    private void begin(long bytes) throws IOException {
        packetLeft = (int) Math.min(bytes, FULL);
        full = packetLeft == FULL;
        left = bytes - packetLeft;
        if (filled > BUFFER_BYTES - 4) {
            flush();
        }
        buffer[filled++] = (byte) packetLeft;
        buffer[filled++] = (byte) (packetLeft >> 8);
        buffer[filled++] = (byte) (packetLeft >> 16);
        buffer[filled++] = (byte) sequence++;
    }

    void flush() throws IOException {
        out.write(buffer, 0, filled);
        filled = 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
