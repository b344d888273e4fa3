// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.TlsChannel;
import io.github.cdctester.internal.mysql.login.LoginOptions;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection to a server whose log is read: small queries, then one dump. */
public final class ServerConnection implements AutoCloseable {

    private final MySqlConnection connection;

    private ServerConnection(MySqlConnection connection) {
        this.connection = connection;
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
        return new ServerConnection(MySqlConnection.open(endpoint, route.to(endpoint), LoginOptions.NONE));
    }

    public ConnectionSecurity security() {
        return connection.security();
    }

    /** Returns the version from the server's greeting, for example {@code 9.7.4} or {@code 11.4.5-MariaDB-log}. */
    public String serverVersion() {
        return connection.serverVersion();
    }

    public long id() {
        return connection.id();
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
     * Runs a statement that the server may not support. Returns {@code null} if the server rejects it. Errors that affect only
     * this connection are thrown.
     */
    public @Nullable List<List<String>> queryIfPossible(String sql) throws IOException {
        try {
            return query(sql);
        } catch (ServerErrorException e) {
            if (e.affectsOnlyConnection()) {
                throw e;
            }
            return null;
        }
    }

    /** Runs a statement and returns its rows, in which SQL NULL is {@code null}. */
    public List<List<@Nullable String>> queryWithNulls(String sql) throws IOException {
        return connection.query(sql);
    }

    /**
     * Kills other connections of the same account, which rolls back their transactions. Skips connections that no longer exist.
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

    /** Runs a statement and returns the first value of its first row. Throws an exception if there is no row. */
    public String queryValue(String sql) throws IOException {
        List<List<String>> rows = query(sql);
        if (rows.isEmpty()) {
            throw new StreamProtocolException("no answer to " + sql);
        }
        return rows.get(0).get(0);
    }

    /**
     * Sends a dump command and returns the source of the bytes that follow. Does not wait for a response. Reads have no timeout;
     * the subscriber itself detects a silent stream.
     *
     * @throws IllegalStateException if a dump already began on this connection
     */
    public ByteSource startDump(byte[] command) throws IOException {
        connection.handOver(command);
        TlsChannel tls = connection.tls();
        return tls == null ? new ByteSource(connection.channel(), false) : new ByteSource(tls, true);
    }

    /** Starts a timer that closes the connection, unless the returned deadline is closed first. */
    Deadline closeIn(Duration time) {
        return Deadline.closeAfter(time, connection.channel());
    }

    /**
     * Closes the connection immediately. A read in another thread then throws. Sends COM_QUIT, unless a dump has started or a
     * response is pending: then the server may count an aborted client.
     */
    @Override
    public void close() {
        connection.close();
    }
}
