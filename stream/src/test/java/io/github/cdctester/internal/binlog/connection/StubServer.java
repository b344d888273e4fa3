// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A server for one connection. It accepts any login, answers each statement with OK, and answers a dump command with given bytes. */
public final class StubServer implements AutoCloseable {

    private static final int COM_BINLOG_DUMP = 0x12;
    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};

    public final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    private final ServerSocket listener;
    private final byte[] stream;
    private final boolean staysOpen;
    private final CompletableFuture<OutputStream> streamSent = new CompletableFuture<>();
    private final CountDownLatch closeLatch = new CountDownLatch(1);
    private final Thread thread = new Thread(this::serve, "stub-server");

    /**
     * @param stream bytes to send after the dump command
     * @param staysOpen true if the connection stays open after the stream
     */
    public StubServer(byte[] stream, boolean staysOpen) throws IOException {
        this.stream = stream;
        this.staysOpen = staysOpen;
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        thread.start();
    }

    public Endpoint endpoint() {
        return Endpoint.of("127.0.0.1", listener.getLocalPort(), "", "root", Password.NONE);
    }

    public void send(byte[] bytes) throws IOException {
        streamSent.join().write(bytes);
    }

    @Override
    public void close() throws IOException {
        closeLatch.countDown();
        listener.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try (Socket socket = listener.accept()) {
            OutputStream out = socket.getOutputStream();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            out.write(packet(0, greeting()));
            read(in);
            out.write(packet(2, OK));
            byte[] command = read(in);
            while (command[0] != COM_BINLOG_DUMP) {
                statements.add(new String(command, 1, command.length - 1, StandardCharsets.UTF_8));
                out.write(packet(1, OK));
                command = read(in);
            }
            out.write(stream);
            streamSent.complete(out);
            if (staysOpen) {
                closeLatch.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // the client closed the connection, or never connected
            closeLatch.countDown();
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readByte();
        return in.readNBytes(length);
    }

    private static byte[] packet(int sequence, byte[] payload) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(new byte[] {(byte) payload.length, (byte) (payload.length >> 8), 0, (byte) sequence});
        packet.writeBytes(payload);
        return packet.toByteArray();
    }

    /** Handshake of protocol 10, without TLS, with {@code mysql_native_password}. */
    private static byte[] greeting() {
        ByteArrayOutputStream greeting = new ByteArrayOutputStream();
        greeting.write(10);
        greeting.writeBytes("9.7.4-stub\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes(new byte[] {7, 0, 0, 0});
        greeting.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes(new byte[] {0, (byte) 0x82, 33, 2, 0, 8, 0, 21});
        greeting.writeBytes(new byte[10]);
        greeting.writeBytes("123456789012\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        return greeting.toByteArray();
    }
}
