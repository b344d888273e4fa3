// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.ByteArrayCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.connection.login.Greeting;
import io.github.cdctester.internal.binlog.connection.login.Login;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.time.Deadline;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A connection in the MySQL protocol: login, small queries, then one dump. Uses the connector's packet classes. */
public final class ServerConnection implements AutoCloseable {

    /** Time limit from connecting until the server accepts the login. */
    private static final Duration LOGIN_TIME = Defaults.CONNECT_TIMEOUT.multipliedBy(2);

    private static final byte[] COM_QUIT = {0x01};

    private final SocketChannel socket;
    private final Greeting greeting;
    private final ConnectionSecurity security;

    /** Null after a dump begins: the channel has 512 KiB of buffers, which a dump does not need. */
    private volatile @Nullable PacketChannel packets;

    /** True if the server accepts the next command, that is, no response is pending. */
    private volatile boolean idle = true;

    private ServerConnection(
            SocketChannel socket, PacketChannel packets, Greeting greeting, ConnectionSecurity security) {
        this.socket = socket;
        this.packets = packets;
        this.greeting = greeting;
        this.security = security;
    }

    /**
     * Connects and logs in.
     *
     * @throws RunFailedException if the server cannot be reached or refuses the login; the message contains the cause
     */
    public static ServerConnection open(Endpoint endpoint) {
        return open(endpoint, StreamRoute.DIRECT);
    }

    /** Connects through a route, such as a proxy, and logs in. */
    public static ServerConnection open(Endpoint endpoint, StreamRoute route) {
        SocketChannel socket = newSocket();
        boolean encrypted = false;
        Deadline deadline = Deadline.closing(LOGIN_TIME, socket);
        try (deadline) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            int timeoutMillis = (int) Defaults.CONNECT_TIMEOUT.toMillis();
            socket.socket().connect(route.to(endpoint), timeoutMillis);
            socket.socket().setSoTimeout(timeoutMillis);
            PacketChannel packets = new PacketChannel(socket.socket());
            Greeting greeting = Greeting.read(packets.read());
            SSLSession tls = secure(endpoint, packets, greeting);
            encrypted = tls != null;
            Login.Outcome login = Login.perform(endpoint, greeting, encrypted, new LoginPackets(packets));
            packets.authenticationComplete();
            return new ServerConnection(socket, packets, greeting, ConnectionSecurity.of(tls, login));
        } catch (IOException | RuntimeException e) {
            closeAfter(e, socket);
            throw ConnectFailure.explain(
                    endpoint, encrypted, deadline.isOver() ? new SocketTimeoutException("no login in time") : e);
        }
    }

    public ConnectionSecurity security() {
        return security;
    }

    /** Returns the version from the server's greeting, for example {@code 9.7.4} or {@code 11.4.5-MariaDB-log}. */
    public String serverVersion() {
        return greeting.version();
    }

    public long id() {
        return greeting.connectionId();
    }

    /**
     * Runs a statement.
     *
     * @return the rows; empty if the statement returns none. SQL NULL becomes an empty string.
     * @throws ServerErrorException if the server rejects the statement
     */
    public List<List<String>> query(String sql) throws IOException {
        List<List<String>> rows = queryWithNulls(sql);
        rows.forEach(row -> row.replaceAll(value -> value == null ? "" : value));
        return rows;
    }

    /**
     * Runs a statement that the server may not support. Returns {@code null} after an error, unless the error ends the
     * connection.
     */
    public @Nullable List<List<String>> queryIfPossible(String sql) throws IOException {
        try {
            return query(sql);
        } catch (ServerErrorException e) {
            if (e.isAboutThisConnection()) {
                throw e;
            }
            return null;
        }
    }

    /** Like {@link #query}, but SQL NULL stays {@code null}. */
    public List<List<@Nullable String>> queryWithNulls(String sql) throws IOException {
        PacketChannel channel = packets();
        idle = false; // stays false if the response is incomplete
        channel.write(new QueryCommand(sql));
        List<List<@Nullable String>> answer = QueryResponse.read(channel.getInputStream());
        idle = true;
        return answer;
    }

    /**
     * Kills other connections of the same account, which rolls back their transactions. Closed connections are ignored.
     */
    public void killConnections(List<Long> ids) throws IOException {
        for (long id : ids) {
            try {
                query("KILL " + id);
            } catch (ServerErrorException e) {
                if (e.code() != ServerErrorException.ER_NO_SUCH_THREAD) {
                    throw e;
                }
            }
        }
    }

    /** Runs a statement and returns the first value of its first row. */
    public String value(String sql) throws IOException {
        List<List<String>> rows = query(sql);
        if (rows.isEmpty()) {
            throw new StreamProtocolException("no answer to " + sql);
        }
        return rows.get(0).get(0);
    }

    /**
     * Sends a dump command and returns the source of the bytes that follow. Does not wait for a response.
     *
     * @throws IllegalStateException if a dump already began on this connection
     */
    public ByteSource stream(byte[] command) throws IOException {
        PacketChannel channel = packets();
        idle = false;
        packets = null;
        socket.socket().setSoTimeout(0); // the subscriber itself detects a silent stream
        channel.write(new ByteArrayCommand(command));
        return channel.isSSL() ? new ByteSource.Tls(channel.getInputStream()) : new ByteSource.Plain(socket);
    }

    private PacketChannel packets() {
        PacketChannel channel = packets;
        if (channel == null) {
            throw new IllegalStateException("a dump has begun on this connection");
        }
        return channel;
    }

    /** Starts a timer that closes the connection, unless the returned deadline is closed first. */
    Deadline closeIn(Duration time) {
        return Deadline.closing(time, socket);
    }

    /**
     * Closes the connection immediately. A read in another thread then throws. Sends COM_QUIT if possible, so that the
     * server does not count an aborted client.
     */
    @Override
    public void close() {
        if (idle) {
            idle = false;
            sendQuit();
        }
        try {
            // not through the packet channel: an orderly TLS close can wait for a reader forever
            socket.close();
        } catch (IOException e) {
            throw new RunFailedException("closing a connection: " + e.getMessage(), e);
        }
    }

    private void sendQuit() {
        PacketChannel channel = packets;
        if (channel == null || !socket.isOpen()) {
            return;
        }
        try {
            channel.write(new ByteArrayCommand(COM_QUIT));
        } catch (IOException e) {
            return; // the server closed the connection first
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

    /** Upgrades to TLS if the endpoint's mode requires or prefers it; returns {@code null} without TLS. */
    private static @Nullable SSLSession secure(Endpoint endpoint, PacketChannel packets, Greeting greeting)
            throws IOException {
        if (endpoint.sslMode() == SslMode.DISABLED) {
            return null;
        }
        if (greeting.offersTls()) {
            TlsSockets sockets = new TlsSockets(endpoint);
            packets.write(new ByteArrayCommand(Login.tlsRequest(greeting)));
            packets.upgradeToSSL(sockets, null);
            return sockets.session();
        }
        if (endpoint.sslMode() != SslMode.PREFERRED) {
            throw new RunFailedException(endpoint.address() + " offers no TLS, but " + Setting.SSL_MODE + " is "
                    + endpoint.sslMode() + "; turn TLS on in the server, or use " + Setting.SSL_MODE + " PREFERRED");
        }
        return null;
    }

    private record LoginPackets(PacketChannel channel) implements Login.Packets {
        @Override
        public byte[] read() throws IOException {
            return channel.read();
        }

        @Override
        public void write(byte[] payload) throws IOException {
            channel.write(new ByteArrayCommand(payload));
        }
    }

    private static void closeAfter(Exception failure, SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
