// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.access.KeyFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Accepts any login, and responds to commands with a script. Each connection has a thread. */
public final class FakeServer implements AutoCloseable {

    public static final byte[] OK = ok(0);

    private static final SSLContext TLS = tls();
    private static final int TLS_REQUEST_BYTES = 32;
    private static final int COM_QUIT = 1;
    private static final int COM_PREPARE = 0x16;
    private static final int COM_EXECUTE = 0x17;
    private static final byte[] PREPARED = packet(1, new byte[] {0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});

    /** {@code null} closes the connection. */
    @FunctionalInterface
    public interface Script {
        byte[] respond(int connection, String command) throws IOException;
    }

    public final AtomicInteger accepted = new AtomicInteger();
    public final AtomicInteger openConnections = new AtomicInteger();
    public final AtomicInteger quits = new AtomicInteger();

    /** The server closed these connections before the login. */
    public final AtomicInteger refusedConnections = new AtomicInteger();

    public volatile BooleanSupplier refusesConnections = () -> false;

    /** Called with the connection's number before each response to COM_STMT_PREPARE. */
    volatile IntConsumer beforePrepare = connection -> {};

    public final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Script script;
    private final ServerSocket listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Thread acceptor = new Thread(this::accept, "fake-server");

    public FakeServer(Script script) throws IOException {
        this.script = script;
        acceptor.start();
    }

    public Endpoint endpoint() {
        return endpoint(SslMode.DISABLED);
    }

    Endpoint endpoint(SslMode mode) {
        return Endpoint.of("127.0.0.1", listener.getLocalPort(), "", "root", Password.NONE)
                .withSsl(mode, null);
    }

    public static byte[] ok(int changedRows) {
        return packet(1, new byte[] {0, (byte) changedRows, 0, 2, 0, 0, 0});
    }

    public static byte[] error(int code, String state) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(new byte[] {(byte) 0xFF, (byte) code, (byte) (code >> 8), '#'});
        payload.writeBytes((state + "on request").getBytes(StandardCharsets.US_ASCII));
        return packet(1, payload.toByteArray());
    }

    static byte[] packet(int sequence, byte[] payload) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(payload.length);
        packet.write(payload.length >> 8);
        packet.write(payload.length >> 16);
        packet.write(sequence);
        packet.writeBytes(payload);
        return packet.toByteArray();
    }

    /** Waits until the clients have closed their connections. Afterwards, the port is free. */
    @Override
    public void close() throws IOException {
        listener.close();
        disconnect();
        threads.add(acceptor); // until it ends, the system still listens
        awaitDisconnects();
    }

    public void disconnect() {
        try {
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void awaitDisconnects() {
        try {
            for (Thread thread : new ArrayList<>(threads)) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                int number = accepted.getAndIncrement();
                openConnections.incrementAndGet();
                Thread thread = new Thread(() -> serve(socket, number), "fake-server-" + number);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
        } catch (IOException e) {
            return; // the server was closed
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            socket.setTcpNoDelay(true);
            if (refusesConnections.getAsBoolean()) {
                refusedConnections.incrementAndGet();
                return;
            }
            socket.getOutputStream().write(packet(0, greeting(number + 1)));
            byte[] login = read(new DataInputStream(socket.getInputStream()));
            Socket clientSocket = login.length == TLS_REQUEST_BYTES ? withTls(socket) : socket;
            DataInputStream in = new DataInputStream(new BufferedInputStream(clientSocket.getInputStream(), 1 << 16));
            if (clientSocket != socket) {
                read(in);
            }
            OutputStream out = clientSocket.getOutputStream();
            out.write(packet(clientSocket == socket ? 2 : 3, new byte[] {0, 0, 0, 2, 0, 0, 0}));
            while (true) {
                byte[] command = read(in);
                if (command[0] == COM_QUIT) {
                    quits.incrementAndGet();
                    return;
                }
                if (command[0] == COM_PREPARE) {
                    beforePrepare.accept(number);
                }
                byte[] response = command[0] == COM_PREPARE ? PREPARED : script.respond(number, text(command));
                if (response == null) {
                    return;
                }
                out.write(response);
            }
        } catch (IOException e) {
            return; // the client or the test closed the connection
        } finally {
            openConnections.decrementAndGet();
        }
    }

    private static Socket withTls(Socket plainSocket) throws IOException {
        SSLSocket tlsSocket = (SSLSocket) TLS.getSocketFactory().createSocket(plainSocket, null, true);
        tlsSocket.startHandshake();
        return tlsSocket;
    }

    private static SSLContext tls() {
        try {
            return KeyFile.temporaryContext();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(byte[] command) {
        return switch (command[0]) {
            case COM_EXECUTE -> "EXECUTE";
            case 0x0E -> "PING";
            default -> new String(command, 1, command.length - 1, StandardCharsets.ISO_8859_1);
        };
    }

    private static byte[] read(DataInputStream in) throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        int length;
        do {
            length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            in.readByte();
            command.writeBytes(in.readNBytes(length));
        } while (length == 0xFF_FFFF);
        return command.toByteArray();
    }

    /** Handshake of protocol 10 that offers TLS, with {@code mysql_native_password}. */
    private static byte[] greeting(int id) {
        ByteArrayOutputStream greeting = new ByteArrayOutputStream();
        greeting.write(10);
        greeting.writeBytes("9.7.4-fake\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes(new byte[] {(byte) id, (byte) (id >> 8), 0, 0});
        greeting.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes(new byte[] {0, (byte) 0x8A, 33, 2, 0, 8, 0, 21});
        greeting.writeBytes(new byte[10]);
        greeting.writeBytes("123456789012\0".getBytes(StandardCharsets.US_ASCII));
        greeting.writeBytes("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        return greeting.toByteArray();
    }
}
