// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SessionSetup;
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

/** A connection for small queries, then one dump. */
public final class ServerConnection implements AutoCloseable {

    private final MySqlConnection connection;
    private boolean isSetUp;

    private ServerConnection(MySqlConnection connection) {
        this.connection = connection;
    }

    /** @throws RunFailedException if the server cannot be reached or refuses the login; the message contains the cause */
    public static ServerConnection open(Endpoint endpoint) {
        return open(endpoint, StreamRoute.DIRECT);
    }

    public static ServerConnection open(Endpoint endpoint, StreamRoute route) {
        return new ServerConnection(MySqlConnection.open(endpoint, route.to(endpoint), LoginOptions.NONE));
    }

    public ConnectionSecurity security() {
        return connection.security();
    }

    /** For example {@code 9.7.4} or {@code 11.4.5-MariaDB-log}. */
    public String serverVersion() {
        return connection.serverVersion();
    }

    public long id() {
        return connection.id();
    }

    /**
     * Returns no rows if the statement returns none. SQL NULL becomes an empty string.
     *
     * @throws ServerErrorException if the server rejects the statement
     */
    public List<List<String>> query(String sql) throws IOException {
        List<List<String>> rows = queryWithNulls(sql);
        rows.forEach(row -> row.replaceAll(value -> value == null ? "" : value));
        return rows;
    }

    /** Returns {@code null} if the server rejects the statement. Throws errors that affect only this connection. */
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

    public List<List<@Nullable String>> queryWithNulls(String sql) throws IOException {
        setUp();
        return connection.query(sql);
    }

    /** Before the first query: until then, a failure would be a failure of the login. */
    private void setUp() throws IOException {
        if (isSetUp) {
            return;
        }
        isSetUp = true;
        connection.setUp(new SessionSetup(SessionSetup.Use.OWN_QUERIES));
    }

    /** Rolls back the transactions of these connections. Skips connections that no longer exist. */
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

    /** Throws an exception if there is no row. */
    public String queryValue(String sql) throws IOException {
        List<List<String>> rows = query(sql);
        if (rows.isEmpty()) {
            throw new StreamProtocolException("no answer to " + sql);
        }
        return rows.get(0).get(0);
    }

    /**
     * Does not wait for a response. Reads have no timeout; the subscriber itself detects a silent stream.
     *
     * @throws IllegalStateException if a dump already began on this connection
     */
    public ByteSource startDump(byte[] command) throws IOException {
        connection.handOver(command);
        TlsChannel tls = connection.tls();
        return tls == null ? new ByteSource(connection.channel(), false) : new ByteSource(tls, true);
    }

    /** Closes the connection after {@code time}, unless the returned deadline is closed first. */
    Deadline closeIn(Duration time) {
        return Deadline.closeAfter(time, connection.channel());
    }

    /**
     * A read in another thread then throws. Sends COM_QUIT, unless a dump has started or a response is pending: then the server may
     * count an aborted client.
     */
    @Override
    public void close() {
        connection.close();
    }
}
