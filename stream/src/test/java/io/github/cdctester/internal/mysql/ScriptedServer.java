// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.access.KeyFile;
import io.github.cdctester.internal.mysql.login.LoginCheck;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.Packets;
import io.github.cdctester.internal.mysql.packet.ReadLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Accepts only correct logins, with TLS if the client requests it. A script responds to commands. */
public final class ScriptedServer implements AutoCloseable {

    static final Password PASSWORD = Password.of("s3cret");
    static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};
    private static final SSLContext TLS = tls();

    /** The response consists of packets or of raw bytes. Commands include COM_QUIT. */
    public interface Script {
        void answer(byte[] command, PacketStream packets, OutputStream out) throws IOException;
    }

    final List<byte[]> loginPackets = new CopyOnWriteArrayList<>();

    private final boolean isMariaDb;
    private final Script script;
    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = Collections.synchronizedList(new java.util.ArrayList<>());
    private final Thread acceptor = new Thread(this::accept, "scripted-server");

    public ScriptedServer(boolean isMariaDb, Script script) throws IOException {
        this.isMariaDb = isMariaDb;
        this.script = script;
        acceptor.start();
    }

    private static SSLContext tls() {
        try {
            return KeyFile.temporaryContext();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    public Endpoint endpoint(SslMode mode) {
        return Endpoint.of("127.0.0.1", listener.getLocalPort(), "", "root", PASSWORD)
                .withSsl(mode, null);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        synchronized (sockets) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread thread = new Thread(() -> serve(socket), "scripted-server-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            return; // the server was closed
        }
    }

    private void serve(Socket plainSocket) {
        try (plainSocket) {
            Socket socket = plainSocket;
            PacketStream packets = new PacketStream(socket.getInputStream(), socket.getOutputStream(), 1 << 16);
            LoginCheck check = new LoginCheck();
            packets.write(check.greeting(isMariaDb ? "11.4.5-MariaDB" : "9.7.4", isMariaDb, 77));
            byte[] login = read(packets);
            if (LoginCheck.requestsTls(login)) {
                SSLSocket secured = (SSLSocket) TLS.getSocketFactory().createSocket(socket, null, true);
                secured.startHandshake();
                socket = secured;
                packets.replaceStreams(secured.getInputStream(), secured.getOutputStream());
                login = read(packets);
            }
            loginPackets.add(login);
            if (!check.accepts(login, "root", PASSWORD, asPackets(packets))) {
                return;
            }
            packets.write(OK);
            while (true) {
                script.answer(read(packets), packets, socket.getOutputStream());
            }
        } catch (IOException | UncheckedIOException e) {
            return; // the client or the test closed the connection
        }
    }

    private static byte[] read(PacketStream packets) throws IOException {
        return packets.read(new ReadLimit("a command", 1 << 27, Duration.ofMinutes(1)));
    }

    private static Packets asPackets(PacketStream packets) {
        return new Packets() {
            @Override
            public byte[] read() throws IOException {
                return ScriptedServer.read(packets);
            }

            @Override
            public void write(byte[] payload) throws IOException {
                packets.write(payload);
            }
        };
    }
}
