// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.connection;

import com.github.shyiko.mysql.binlog.network.Authenticator;
import com.github.shyiko.mysql.binlog.network.ClientCapabilities;
import com.github.shyiko.mysql.binlog.network.protocol.GreetingPacket;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.ByteArrayCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.SSLRequestCommand;
import io.github.cdctester.binlog.event.ServerErrorException;
import io.github.cdctester.binlog.event.StreamProtocolException;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SslMode;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A connection in the MySQL protocol, made with the connector's public classes: small queries, then one dump. */
public final class ServerConnection implements AutoCloseable {

    private static final int ERROR = 0xFF;
    private static final int END = 0xFE;

    private final SocketChannel socket;
    private final PacketChannel packets;
    private final GreetingPacket greeting;

    private ServerConnection(SocketChannel socket, PacketChannel packets, GreetingPacket greeting) {
        this.socket = socket;
        this.packets = packets;
        this.greeting = greeting;
    }

    /**
     * Connects and logs in.
     *
     * @param endpoint the server and the account
     * @return the open connection
     * @throws RunFailedException if the server cannot be reached or refuses the account; the message says which
     */
    public static ServerConnection open(Endpoint endpoint) {
        SocketChannel socket = newSocket();
        try {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            int timeoutMillis = (int) Defaults.CONNECT_TIMEOUT.toMillis();
            socket.socket().connect(new InetSocketAddress(endpoint.host(), endpoint.port()), timeoutMillis);
            socket.socket().setSoTimeout(timeoutMillis);
            PacketChannel packets = new PacketChannel(socket.socket());
            GreetingPacket greeting = greeting(packets.read());
            secure(endpoint, packets, greeting);
            new Authenticator(
                            greeting,
                            packets,
                            null,
                            endpoint.user(),
                            endpoint.password().reveal())
                    .authenticate();
            packets.authenticationComplete();
            return new ServerConnection(socket, packets, greeting);
        } catch (IOException | RuntimeException e) {
            closeAfter(e, socket);
            throw ConnectFailure.explain(endpoint, e);
        }
    }

    /**
     * Tells whether the connection is encrypted.
     *
     * @return whether TLS is on
     */
    public boolean isTls() {
        return packets.isSSL();
    }

    /**
     * Tells what the server said in its greeting.
     *
     * @return the version text, such as {@code 9.7.4} or {@code 11.4.5-MariaDB-log}
     */
    public String serverVersion() {
        return greeting.getServerVersion();
    }

    /**
     * Tells the connection's number at the server.
     *
     * @return the id that KILL takes
     */
    public long id() {
        return greeting.getThreadId();
    }

    /**
     * Runs a statement.
     *
     * @param sql one statement
     * @return the rows, empty where the statement returns none; SQL NULL reads as the empty string
     * @throws ServerErrorException if the server refuses it
     * @throws IOException if the connection breaks
     */
    public List<List<String>> query(String sql) throws IOException {
        packets.write(new QueryCommand(sql));
        byte[] first = checked(packets.read());
        List<List<String>> rows = new ArrayList<>();
        if (first[0] == 0) {
            return rows;
        }
        while (!isEnd(checked(packets.read()))) {
            // column definitions
        }
        for (byte[] row = checked(packets.read()); !isEnd(row); row = checked(packets.read())) {
            rows.add(TextRow.read(row));
        }
        return rows;
    }

    /**
     * Sends a command whose answer is not awaited here, and hands over what follows.
     *
     * @param command the command's bytes
     * @return the source of the bytes that the server sends
     * @throws IOException if the connection breaks
     */
    public ByteSource stream(byte[] command) throws IOException {
        socket.socket().setSoTimeout(0); // the watchdog takes over
        packets.write(new ByteArrayCommand(command));
        return packets.isSSL() ? new ByteSource.Tls(packets.getInputStream()) : new ByteSource.Plain(socket);
    }

    /** Ends the connection at once; a read in another thread ends with an exception. */
    @Override
    public void close() {
        try {
            // not through the packet channel: closing TLS in order can wait for a reader for ever
            socket.close();
        } catch (IOException e) {
            throw new RunFailedException("closing a connection: " + e.getMessage(), e);
        }
    }

    private static SocketChannel newSocket() {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            throw new RunFailedException(
                    "no socket to be had: " + e.getMessage() + "; raise the limit of open files", e);
        }
    }

    private static GreetingPacket greeting(byte[] packet) throws IOException {
        if (packet.length > 0 && (packet[0] & 0xFF) == ERROR) {
            throw ServerErrorException.ofPacket(packet);
        }
        return new GreetingPacket(packet);
    }

    private static void secure(Endpoint endpoint, PacketChannel packets, GreetingPacket greeting) throws IOException {
        if (endpoint.sslMode() == SslMode.DISABLED) {
            return;
        }
        if ((greeting.getServerCapabilities() & ClientCapabilities.SSL) != 0) {
            SSLRequestCommand request = new SSLRequestCommand();
            request.setCollation(greeting.getServerCollation());
            packets.write(request);
            packets.upgradeToSSL(new TlsSockets(endpoint), null);
        } else if (endpoint.sslMode() != SslMode.PREFERRED) {
            throw new RunFailedException(endpoint.address() + " offers no TLS, but --ssl-mode is " + endpoint.sslMode()
                    + "; turn TLS on in the server, or use --ssl-mode PREFERRED");
        }
    }

    private static byte[] checked(byte[] packet) throws IOException {
        if (packet.length == 0) {
            throw new StreamProtocolException("an empty packet in an answer");
        }
        if ((packet[0] & 0xFF) == ERROR) {
            throw ServerErrorException.ofPacket(packet);
        }
        return packet;
    }

    private static boolean isEnd(byte[] packet) {
        return (packet[0] & 0xFF) == END && packet.length < 9;
    }

    private static void closeAfter(Exception failure, SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
