// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * The minimal part of the MySQL protocol for a binlog dump: an account without a password, and statements with at most one row.
 * It shares no code with any of the compared readers.
 */
final class Wire implements AutoCloseable {

    private static final int CLIENT_SSL = 0x800;
    private static final int CAPABILITIES = 0x1 | 0x200 | 0x8000 | 0x80000;
    private static final byte UTF8 = 45;

    private final SocketChannel channel;
    private InputStream in;
    private OutputStream out;
    private final boolean tls;
    private int sequence;

    private Wire(SocketChannel channel, boolean tls) throws IOException {
        this.channel = channel;
        this.tls = tls;
        in = channel.socket().getInputStream();
        out = channel.socket().getOutputStream();
    }

    static Wire connect(Target target) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(Target.HOST, target.port()));
        channel.socket().setTcpNoDelay(true);
        Wire wire = new Wire(channel, target.tls());
        wire.logIn(target.port());
        return wire;
    }

    /** Returns a buffer that suits {@link #read}. */
    ByteBuffer newBuffer(int bytes) {
        ByteBuffer buffer = tls ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    int read(ByteBuffer buffer) throws IOException {
        if (!tls) {
            return channel.read(buffer);
        }
        int read = in.read(buffer.array(), buffer.position(), buffer.remaining());
        if (read > 0) {
            buffer.position(buffer.position() + read);
        }
        return read;
    }

    void statement(String sql) throws IOException {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        sequence = 0;
        writePacket(ByteBuffer.allocate(1 + text.length).put((byte) 3).put(text).array());
        readPacket();
    }

    /** Returns the first columns of the only row of an answer. Each value must be at most 250 bytes long. */
    String[] row(String sql, int columns) throws IOException {
        statement(sql);
        while (!isEnd(readPacket())) {
            // column definitions
        }
        byte[] packet = readPacket();
        String[] row = new String[columns];
        int offset = 0;
        for (int i = 0; i < columns; i++) {
            int length = packet[offset] & 0xFF;
            row[i] = new String(packet, offset + 1, length, StandardCharsets.UTF_8);
            offset += 1 + length;
        }
        while (!isEnd(packet)) {
            packet = readPacket();
        }
        return row;
    }

    /** Requests the log. The next bytes are the stream. */
    void dump(String file, long position, boolean untilEnd, int serverId) throws IOException {
        statement("SET @source_binlog_checksum = @@global.binlog_checksum,"
                + " @master_binlog_checksum = @@global.binlog_checksum");
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        ByteBuffer command = ByteBuffer.allocate(11 + name.length).order(ByteOrder.LITTLE_ENDIAN);
        command.put((byte) 0x12)
                .putInt((int) position)
                .putShort((short) (untilEnd ? 1 : 0))
                .putInt(serverId)
                .put(name);
        sequence = 0;
        writePacket(command.array());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void logIn(int port) throws IOException {
        readPacket();
        if (tls) {
            writePacket(response(CAPABILITIES | CLIENT_SSL).array());
            SSLSocket socket = secure(channel.socket(), port);
            in = socket.getInputStream();
            out = socket.getOutputStream();
        }
        byte[] user = Target.USER.getBytes(StandardCharsets.US_ASCII);
        byte[] plugin = "caching_sha2_password".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer head = response(CAPABILITIES | (tls ? CLIENT_SSL : 0));
        ByteBuffer response = ByteBuffer.allocate(head.capacity() + user.length + 1 + 1 + plugin.length + 1);
        response.put(head.array()).put(user).put((byte) 0).put((byte) 0).put(plugin);
        writePacket(response.array());
        byte[] answer = readPacket();
        if (answer[0] == (byte) 0xFE) {
            writePacket(
                    new byte[0]); // the server requests another login plugin, whose response without a password is also
            // empty
            answer = readPacket();
        }
    }

    private static ByteBuffer response(int capabilities) {
        return ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0, capabilities)
                .putInt(4, 0x100_0000)
                .put(8, UTF8);
    }

    private void writePacket(byte[] payload) throws IOException {
        ByteBuffer packet = ByteBuffer.allocate(4 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        packet.putInt(payload.length | sequence++ << 24).put(payload);
        out.write(packet.array());
        out.flush();
    }

    private byte[] readPacket() throws IOException {
        byte[] head = in.readNBytes(4);
        if (head.length < 4) {
            throw new EOFException("the server closed the connection");
        }
        sequence = (head[3] & 0xFF) + 1;
        byte[] payload = in.readNBytes(head[0] & 0xFF | (head[1] & 0xFF) << 8 | (head[2] & 0xFF) << 16);
        if (payload.length > 0 && payload[0] == (byte) 0xFF) {
            throw new IOException(
                    "the server says: " + new String(payload, 3, payload.length - 3, StandardCharsets.UTF_8));
        }
        return payload;
    }

    private static boolean isEnd(byte[] packet) {
        return packet.length < 9 && packet[0] == (byte) 0xFE;
    }

    private static SSLSocket secure(Socket socket, int port) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustEverybody()}, null);
            SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, Target.HOST, port, true);
            secured.startHandshake();
            return secured;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Accepts any certificate: the server was just started on this machine, with a generated one. */
    private record TrustEverybody() implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // nothing is verified
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // as above
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
