// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.SessionSetup;
import io.github.cdctester.internal.mysql.login.Greeting;
import io.github.cdctester.internal.mysql.login.Login;
import io.github.cdctester.internal.mysql.login.LoginOptions;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.Packets;
import io.github.cdctester.internal.mysql.packet.ReadLimit;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.Deadline;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A logged-in connection, with or without TLS. Executes statements one at a time, until an event loop or the reader of a dump takes
 * it over. Used by one thread; only {@link #close} is thread-safe.
 */
public final class MySqlConnection implements AutoCloseable {

    /** Limits the complete response to {@link #query}. */
    public static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    /** Limits the time from connecting until the server accepts the login. */
    private static final Duration LOGIN_TIMEOUT = Defaults.CONNECT_TIMEOUT.multipliedBy(2);

    private static final Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);

    /** For connecting, and for the next bytes of a response, except in {@link #prepare}. */
    private static final int READ_TIMEOUT_MILLIS = (int) Defaults.CONNECT_TIMEOUT.toMillis();

    private static final int MAX_LOGIN_BYTES = 16 << 20;
    private static final int READ_BUFFER_BYTES = 1 << 13;
    private static final int WRITE_BUFFER_BYTES = 1 << 10;
    private static final byte COM_QUIT = 0x01;
    private static final byte COM_QUERY = 0x03;
    private static final byte COM_STMT_PREPARE = 0x16;

    private final SocketChannel socket;
    private final @Nullable TlsChannel tls;
    private final PacketStream packets;
    private final Greeting greeting;
    private final ConnectionSecurity security;

    /** True if no response is pending. */
    private volatile boolean isIdle = true;

    private boolean isHandedOver;

    private MySqlConnection(
            SocketChannel socket,
            @Nullable TlsChannel tls,
            PacketStream packets,
            Greeting greeting,
            ConnectionSecurity security) {
        this.socket = socket;
        this.tls = tls;
        this.packets = packets;
        this.greeting = greeting;
        this.security = security;
    }

    /**
     * @param endpoint the account, and the server's name for messages and for the certificate check
     * @param address the address to connect to, for example of a proxy
     * @throws RunFailedException if the server cannot be reached or refuses the login; the message contains the cause
     */
    public static MySqlConnection open(Endpoint endpoint, InetSocketAddress address, LoginOptions options) {
        SocketChannel socket = newSocket();
        boolean isEncrypted = false;
        Deadline deadline = Deadline.closeAfter(LOGIN_TIMEOUT, socket);
        try (deadline) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            socket.socket().connect(address, READ_TIMEOUT_MILLIS);
            socket.socket().setSoTimeout(READ_TIMEOUT_MILLIS);
            PacketStream packets = new PacketStream(
                    new BufferedInputStream(socket.socket().getInputStream(), READ_BUFFER_BYTES),
                    socket.socket().getOutputStream(),
                    WRITE_BUFFER_BYTES);
            LoginPackets login = new LoginPackets(packets);
            Greeting greeting = Greeting.read(login.read());
            TlsChannel tls = null;
            SSLSession session = null;
            if (usesTls(endpoint, greeting)) {
                login.write(Login.tlsRequest(greeting, options));
                tls = new TlsChannel(socket, TlsEngines.client(endpoint));
                session = tls.handshake();
                packets.replaceStreams(Channels.newInputStream(tls), Channels.newOutputStream(tls));
                isEncrypted = true;
            }
            Login.Outcome outcome = Login.perform(endpoint, greeting, isEncrypted, options, login);
            return new MySqlConnection(socket, tls, packets, greeting, ConnectionSecurity.of(session, outcome));
        } catch (IOException | RuntimeException e) {
            closeAfterFailure(e, socket);
            throw ConnectFailure.toException(
                    endpoint, isEncrypted, deadline.isExpired() ? new SocketTimeoutException("no login in time") : e);
        } catch (Error e) {
            closeAfterFailure(e, socket);
            throw e;
        }
    }

    private static SocketChannel newSocket() {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            throw new RunFailedException(
                    "no socket available: " + e.getMessage() + "; raise the limit of open files", e);
        }
    }

    private static boolean usesTls(Endpoint endpoint, Greeting greeting) {
        if (endpoint.sslMode() == SslMode.DISABLED) {
            return false;
        }
        if (!greeting.offersTls() && endpoint.sslMode() != SslMode.PREFERRED) {
            throw new RunFailedException(endpoint.address() + " offers no TLS, but " + Setting.SSL_MODE + " is "
                    + endpoint.sslMode() + "; turn TLS on in the server, or use " + Setting.SSL_MODE + " PREFERRED");
        }
        return greeting.offersTls();
    }

    private record LoginPackets(PacketStream packets) implements Packets {
        @Override
        public byte[] read() throws IOException {
            return packets.read(new ReadLimit("a login", MAX_LOGIN_BYTES, LOGIN_TIMEOUT));
        }

        @Override
        public void write(byte[] payload) throws IOException {
            packets.write(payload);
        }
    }

    private static void closeAfterFailure(Throwable failure, SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    public ConnectionSecurity security() {
        return security;
    }

    /** Returns for example {@code 9.7.4} or {@code 11.4.5-MariaDB-log}. */
    public String serverVersion() {
        return greeting.version();
    }

    public boolean isMariaDb() {
        return greeting.version().toLowerCase(Locale.ROOT).contains("mariadb");
    }

    public long id() {
        return greeting.connectionId();
    }

    /** @throws ServerErrorException if the server rejects the statement */
    public List<List<@Nullable String>> query(String sql) throws IOException {
        return request(COM_QUERY, sql, RESPONSE_TIMEOUT, QueryResponse::rows);
    }

    /** @throws ServerErrorException if the server rejects the statement that sets the variables, or ends the connection */
    public void setUp(SessionSetup setup) throws IOException {
        setup.apply((SessionSetup.Session<IOException>) sql -> {
            try {
                List<List<@Nullable String>> rows = query(sql);
                return rows.isEmpty() ? null : rows.get(0);
            } catch (ServerErrorException e) {
                if (e.affectsOnlyConnection()) {
                    throw e;
                }
                return null;
            }
        });
    }

    /**
     * Waits without a time limit, because the server may wait for a metadata lock; {@link #close} ends the wait. The id is valid on
     * this connection only.
     *
     * @throws ServerErrorException if the server rejects the statement
     */
    public int prepare(String sql) throws IOException {
        return request(COM_STMT_PREPARE, sql, NO_LIMIT, QueryResponse::statementId);
    }

    private interface ResponseReader<T> {
        T read(QueryResponse response) throws IOException;
    }

    private <T> T request(byte command, String sql, Duration timeout, ResponseReader<T> reader) throws IOException {
        send(command, sql.getBytes(StandardCharsets.UTF_8));
        socket.socket().setSoTimeout(timeout.equals(NO_LIMIT) ? 0 : READ_TIMEOUT_MILLIS);
        try {
            T response = reader.read(new QueryResponse(packets, timeout));
            isIdle = true;
            return response;
        } catch (ServerErrorException e) {
            isIdle = true; // the error ends the response
            throw e;
        }
    }

    private void send(byte command, byte[] argument) throws IOException {
        if (isHandedOver) {
            throw new IllegalStateException("the connection was handed over");
        }
        isIdle = false; // stays false if the response is incomplete
        packets.startCommand();
        packets.begin(1 + argument.length);
        packets.append(new byte[] {command}, 0, 1);
        packets.append(argument, 0, argument.length);
        packets.flush();
    }

    /**
     * Sends a command whose response has no end. The caller reads it from {@link #tls}, or without TLS from {@link #channel},
     * without a timeout.
     *
     * @throws IllegalStateException if the connection was already handed over
     */
    public void handOver(byte[] command) throws IOException {
        send(command[0], Arrays.copyOfRange(command, 1, command.length));
        isHandedOver = true;
        socket.socket().setSoTimeout(0);
    }

    /**
     * Hands the connection over to an event loop, whose connections share {@code buffers}.
     *
     * @throws IllegalStateException if a response is pending or the connection was already handed over
     */
    public NonBlockingConnection toNonBlocking(TlsBuffers buffers) throws IOException {
        if (!isIdle) {
            throw new IllegalStateException("a response is pending, or the connection was handed over");
        }
        isIdle = false;
        isHandedOver = true;
        socket.configureBlocking(false);
        if (tls != null) {
            tls.share(buffers);
        }
        return new NonBlockingConnection(socket, id(), tls);
    }

    public SocketChannel channel() {
        return socket;
    }

    public @Nullable TlsChannel tls() {
        return tls;
    }

    /**
     * A read in another thread then throws. If no response is pending, sends COM_QUIT first, so that the server does not count an
     * aborted client.
     */
    @Override
    public void close() {
        try {
            if (isIdle && socket.isOpen()) {
                send(COM_QUIT, new byte[0]);
            }
        } catch (IOException e) {
            isIdle = false; // the server closed the connection first
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new RunFailedException("closing a connection: " + e.getMessage(), e);
        }
    }
}
