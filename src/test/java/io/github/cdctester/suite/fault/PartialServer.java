// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import io.github.cdctester.config.Endpoint;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy that rejects some commands, like a server without a certain feature. Does not support TLS. */
public final class PartialServer implements Closeable {

    @FunctionalInterface
    public interface MissingFeature {

        /**
         * @param command the command's first byte
         * @param sql the rest of the command, as text
         */
        boolean rejects(int command, String sql);
    }

    private static final int HEADER_BYTES = 4;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger rejectedCount = new AtomicInteger();
    private final Endpoint realServer;
    private final MissingFeature missingFeature;
    private final int errorCode;

    private PartialServer(Endpoint realServer, MissingFeature missingFeature, int errorCode) throws IOException {
        this.realServer = realServer;
        this.missingFeature = missingFeature;
        this.errorCode = errorCode;
    }

    public static PartialServer inFrontOf(Endpoint realServer, MissingFeature missingFeature, int errorCode)
            throws IOException {
        PartialServer server = new PartialServer(realServer, missingFeature, errorCode);
        server.start(server::accept);
        return server;
    }

    public int port() {
        return listener.getLocalPort();
    }

    public int rejectedCount() {
        return rejectedCount.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                sockets.add(client);
                Socket server = new Socket();
                sockets.add(server);
                server.connect(new InetSocketAddress(realServer.host(), realServer.port()));
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                start(() -> relayAnswers(server, client));
                start(() -> relayCommands(client, server));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private static void relayAnswers(Socket server, Socket client) {
        try (server;
                client) {
            server.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            return; // the client or the server closed the connection
        }
    }

    private void relayCommands(Socket client, Socket server) {
        try (client;
                server) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            while (true) {
                byte[] header = in.readNBytes(HEADER_BYTES);
                if (header.length < HEADER_BYTES) {
                    return;
                }
                byte[] body = new byte[header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16];
                in.readFully(body);
                String sql = new String(body, StandardCharsets.ISO_8859_1).substring(Math.min(1, body.length));
                // packets of a login have sequence numbers above 0
                if (header[3] == 0 && body.length > 0 && missingFeature.rejects(body[0], sql)) {
                    rejectedCount.incrementAndGet();
                    client.getOutputStream().write(rejection());
                } else {
                    byte[] packet = new byte[HEADER_BYTES + body.length];
                    System.arraycopy(header, 0, packet, 0, HEADER_BYTES);
                    System.arraycopy(body, 0, packet, HEADER_BYTES, body.length);
                    OutputStream out = server.getOutputStream();
                    out.write(packet);
                }
            }
        } catch (IOException e) {
            return; // the client or the server closed the connection
        }
    }

    /** The client waits for this answer, so the server sends no packet at the same time. */
    private byte[] rejection() {
        byte[] text = "#HY000it is not supported here".getBytes(StandardCharsets.US_ASCII);
        byte[] packet = new byte[HEADER_BYTES + 3 + text.length];
        packet[0] = (byte) (packet.length - HEADER_BYTES);
        packet[3] = 1;
        packet[4] = (byte) 0xFF;
        packet[5] = (byte) errorCode;
        packet[6] = (byte) (errorCode >> 8);
        System.arraycopy(text, 0, packet, 7, text.length);
        return packet;
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task, "partial-server");
        thread.setDaemon(true);
        thread.start();
    }
}
