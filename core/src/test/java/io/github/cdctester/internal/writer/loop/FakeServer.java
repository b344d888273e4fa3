// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that accepts all logins, and answers statements as a test decides. */
final class FakeServer implements AutoCloseable {

    /** Answers statements. An empty array closes the connection; {@link #SILENCE} sends nothing. */
    @FunctionalInterface
    interface Answers {
        byte[] to(int connection, String statement);
    }

    static final byte[] OK = {7, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0};
    static final byte[] CLOSE = {};
    static final byte[] SILENCE = {0};

    private static final int COM_QUERY = 3;
    private static final int COM_PING = 14;

    final List<String> statements = new CopyOnWriteArrayList<>();
    final AtomicInteger logins = new AtomicInteger();
    final AtomicInteger pings = new AtomicInteger();
    private final ServerSocket listener = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress());
    private final ConcurrentHashMap<Integer, Socket> open = new ConcurrentHashMap<>();
    private final Answers answers;
    volatile boolean byteByByte;

    FakeServer(Answers answers) throws IOException {
        this.answers = answers;
        run("accept", () -> {
            while (true) {
                Socket socket = listener.accept();
                int id = logins.incrementAndGet();
                open.put(id, socket);
                run("serve", () -> serve(id, socket));
            }
        });
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void run(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // the connection or the server was closed
                    }
                },
                "fake-server-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    Endpoint endpoint() {
        return Endpoint.of("127.0.0.1", listener.getLocalPort(), "", "root", Password.NONE)
                .withSsl(SslMode.DISABLED, null);
    }

    private void serve(int id, Socket socket) throws IOException {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            out.write(greeting(id));
            readPacket(in);
            out.write(new byte[] {7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0});
            while (true) {
                byte[] command = readPacket(in);
                byte[] answer;
                if (command[0] == COM_QUERY) {
                    String statement = new String(command, 1, command.length - 1, StandardCharsets.ISO_8859_1);
                    statements.add(statement);
                    answer = answers.to(id, statement);
                } else if (command[0] == COM_PING) {
                    pings.incrementAndGet();
                    answer = OK;
                } else {
                    return;
                }
                if (answer.length == 0) {
                    return;
                }
                send(out, answer);
            }
        } finally {
            open.remove(id);
        }
    }

    private void send(OutputStream out, byte[] answer) throws IOException {
        if (byteByByte) {
            for (byte one : answer) {
                out.write(one);
            }
        } else if (answer != SILENCE) {
            out.write(answer);
        }
    }

    private static byte[] readPacket(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readByte();
        return in.readNBytes(length);
    }

    private static byte[] greeting(int id) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(10);
        packet.writeBytes("8.0.0-fake\0".getBytes(StandardCharsets.US_ASCII));
        packet.writeBytes(new byte[] {(byte) id, (byte) (id >> 8), 0, 0});
        packet.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
        packet.writeBytes(new byte[] {0x00, (byte) 0xA2, 45, 2, 0, 0x0F, 0, 21});
        packet.writeBytes(new byte[10]);
        packet.writeBytes("123456789012\0mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        return packet(0, packet.toByteArray());
    }

    static byte[] error(int code, String state) {
        return packet(1, error(code, state, "refused"));
    }

    /** An error that the server sends without a request. */
    void sendError(int connection, int code) throws IOException {
        open.get(connection).getOutputStream().write(packet(0, error(code, "HY000", "unasked")));
    }

    private static byte[] error(int code, String state, String text) {
        byte[] rest = ("#" + state + text).getBytes(StandardCharsets.US_ASCII);
        byte[] error = new byte[3 + rest.length];
        error[0] = (byte) 0xFF;
        error[1] = (byte) code;
        error[2] = (byte) (code >> 8);
        System.arraycopy(rest, 0, error, 3, rest.length);
        return error;
    }

    private static byte[] packet(int sequence, byte[] payload) {
        byte[] packet = new byte[4 + payload.length];
        packet[0] = (byte) payload.length;
        packet[1] = (byte) (payload.length >> 8);
        packet[3] = (byte) sequence;
        System.arraycopy(payload, 0, packet, 4, payload.length);
        return packet;
    }

    int openConnections() {
        return open.size();
    }

    void closeConnections() throws IOException {
        for (Socket socket : open.values()) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeConnections();
    }
}
