// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.Packets;
import io.github.cdctester.internal.mysql.packet.ReadLimit;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Reads commands from a consumer and writes responses. Not thread-safe. */
final class ClientPackets implements Packets, Closeable {

    private static final int MAX_BYTES_BEFORE_LOGIN = 1 << 14;

    /** Limit after the login, large enough for a set of GTIDs. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int NULL_MARK = 0xFB;
    private static final int THREE_BYTE_LENGTH = 0xFD;
    private static final int MAX_MESSAGE_BYTES = 512;
    private static final int BUFFER_BYTES = 1 << 17;
    private static final byte AUTOCOMMIT = 2;
    private static final byte[] NO_ERROR = {0};

    /** Constant part of a column definition: utf8mb4, and a type for texts of any length. */
    private static final byte[] TEXT_COLUMN = {0x0C, 45, 0, 0, 0x10, 0, 0, (byte) 0xFD, 0, 0, 0, 0, 0};

    /** Commands have no time limit, because an idle consumer stays connected. */
    private static final Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);

    private final byte[] discardedBytes = new byte[MAX_MESSAGE_BYTES];
    private final PacketStream packets;
    private Socket socket;
    private int maxPacketBytes = MAX_BYTES_BEFORE_LOGIN;
    private byte status = AUTOCOMMIT;

    ClientPackets(Socket socket) throws IOException {
        this.socket = socket;
        packets = new PacketStream(socket.getInputStream(), socket.getOutputStream(), BUFFER_BYTES);
    }

    /** The caller must not have read any byte of the TLS handshake. */
    void startTls(SSLContext tls) throws IOException {
        SSLSocket tlsSocket = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
        tlsSocket.startHandshake();
        socket = tlsSocket;
        packets.replaceStreams(tlsSocket.getInputStream(), tlsSocket.getOutputStream());
    }

    void onLoggedIn() {
        maxPacketBytes = MAX_BYTES;
    }

    @Override
    public byte[] read() throws IOException {
        byte[] payload = packets.read(new ReadLimit("a command", maxPacketBytes, NO_LIMIT));
        if (payload.length == 0) {
            throw new MySqlProtocolException("an empty command");
        }
        return payload;
    }

    /**
     * Waits up to {@code millis}, or until the consumer sends bytes or disconnects. Discards the bytes, because a server does not
     * read them during a dump. Returns false if the consumer disconnected.
     */
    boolean isConnected(int millis) throws IOException {
        socket.setSoTimeout(Math.max(1, millis));
        try {
            return socket.getInputStream().read(discardedBytes) >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    @Override
    public void write(byte[] payload) throws IOException {
        packets.write(payload);
    }

    void sendOk() throws IOException {
        write(new byte[] {0, 0, 0, status, 0, 0, 0});
    }

    void sendEof() throws IOException {
        write(endOfRows());
    }

    private byte[] endOfRows() {
        return new byte[] {(byte) 0xFE, 0, 0, status, 0};
    }

    void setAutocommit(boolean enabled) {
        status = enabled ? AUTOCOMMIT : 0;
    }

    void sendError(ServerErrorException error) throws IOException {
        byte[] text = ("#HY000" + error.text()).getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MAX_MESSAGE_BYTES);
        ByteBuffer packet = ByteBuffer.allocate(3 + length).order(ByteOrder.LITTLE_ENDIAN);
        write(packet.put((byte) 0xFF)
                .putShort((short) error.code())
                .put(text, 0, length)
                .array());
    }

    void sendRows(List<String> columns, List<? extends List<@Nullable String>> rows) throws IOException {
        ByteArrayOutputStream count = new ByteArrayOutputStream();
        writeLength(count, columns.size());
        packets.put(count.toByteArray());
        for (String column : columns) {
            ByteArrayOutputStream definition = texts(List.of("def", "", "", "", column, column));
            definition.writeBytes(TEXT_COLUMN);
            packets.put(definition.toByteArray());
        }
        packets.put(endOfRows());
        for (List<@Nullable String> row : rows) {
            packets.put(texts(row).toByteArray());
        }
        sendEof();
    }

    private static ByteArrayOutputStream texts(List<@Nullable String> texts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String text : texts) {
            byte[] encoded = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
            if (text == null) {
                bytes.write(NULL_MARK);
            } else {
                writeLength(bytes, encoded.length);
            }
            bytes.writeBytes(encoded);
        }
        return bytes;
    }

    private static void writeLength(ByteArrayOutputStream bytes, int length) {
        if (length < NULL_MARK) {
            bytes.write(length);
        } else {
            bytes.write(THREE_BYTE_LENGTH);
            bytes.write(length);
            bytes.write(length >> 8);
            bytes.write(length >> 16);
        }
    }

    /** The bytes follow with {@link #continueEvent}. */
    void beginEvent(long length) throws IOException {
        packets.begin(length + 1);
        packets.append(NO_ERROR, 0, 1);
    }

    void continueEvent(byte[] bytes, int from, int count) throws IOException {
        packets.append(bytes, from, count);
    }

    void flush() throws IOException {
        packets.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
