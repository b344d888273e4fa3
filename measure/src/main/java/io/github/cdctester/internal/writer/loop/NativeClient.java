// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.PreparedLimit;
import io.github.cdctester.internal.access.SessionSetup;
import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.TlsBuffers;
import io.github.cdctester.internal.mysql.login.LoginOptions;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementTemplate.Sending;
import io.github.cdctester.workload.StatementWorkload;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Connects the workers of one load without a JDBC driver. Thread-safe. */
public final class NativeClient implements Workers.Factory, AutoCloseable {

    private static final int ER_UNSUPPORTED_PS = 1295;
    private static final String CONNECTION_FAILURE = "08S01";

    private final Endpoint endpoint;
    private final StatementWorkload workload;
    private final @Nullable CommitTracking tracking;
    private final byte[][][] pieces;
    private final SessionSetup sessionSetup = new SessionSetup(SessionSetup.Use.LOAD);

    private final AtomicReference<@Nullable MySqlConnection> firstConnection = new AtomicReference<>();

    private NativeClient(Endpoint endpoint, StatementWorkload workload, @Nullable CommitTracking tracking) {
        this.endpoint = endpoint;
        this.workload = workload;
        this.tracking = tracking;
        pieces = workload.templates().stream()
                .map(template -> StatementText.pieces(template.sql()))
                .toArray(byte[][][]::new);
    }

    /**
     * Opens the first connection, so that a wrong password fails here.
     *
     * @param tracking receives the commits of all connections; {@code null} without tracking
     * @throws RunFailedException if the server cannot be reached or refuses the connection
     */
    public static NativeClient open(Endpoint endpoint, StatementWorkload workload, @Nullable CommitTracking tracking) {
        NativeClient client = new NativeClient(endpoint, workload, tracking);
        try {
            client.firstConnection.set(client.connect());
            return client;
        } catch (IOException e) {
            throw new RunFailedException("cannot write to " + endpoint.address() + ": " + asSql(e).getMessage(), e);
        } catch (RunFailedException e) {
            String hint = ConnectionPool.schemaHint(asSql(e));
            throw hint.isEmpty() ? e : new RunFailedException(e.getMessage() + hint, e);
        }
    }

    private MySqlConnection connect() throws IOException {
        MySqlConnection connection = MySqlConnection.open(
                endpoint,
                new InetSocketAddress(endpoint.host(), endpoint.port()),
                new LoginOptions(endpoint.database(), tracking != null));
        try {
            if (tracking != null) {
                tracking.track(connection);
            }
            connection.query("SET autocommit = 1"); // a server's default can be 0
            connection.setUp(sessionSetup);
            for (String sql : workload.connectionSetup()) {
                connection.query(sql);
            }
            return connection;
        } catch (IOException | RuntimeException | Error e) {
            close(connection);
            throw e;
        }
    }

    private PreparedStatements prepare(MySqlConnection connection) throws IOException {
        List<StatementTemplate> templates = workload.templates();
        PreparedStatements preparedStatements = new PreparedStatements(templates.size());
        for (int i = 0; i < templates.size(); i++) {
            Sending sending = templates.get(i).sending();
            if (sending == Sending.TEXT) {
                continue;
            }
            try {
                preparedStatements.set(i, connection.prepare(templates.get(i).sql()));
            } catch (ServerErrorException e) {
                if (e.code() == PreparedLimit.ERROR) {
                    throw PreparedLimit.reached(e);
                }
                if (e.code() != ER_UNSUPPORTED_PS || sending == Sending.PREPARED) {
                    throw e;
                }
            }
        }
        return preparedStatements;
    }

    /**
     * Returns the first connection if no worker has taken it.
     *
     * @throws SQLException if the server cannot be reached or refuses the connection
     */
    MySqlConnection logIn() throws SQLException {
        MySqlConnection connection = firstConnection.getAndSet(null);
        try {
            return connection == null ? connect() : connection;
        } catch (IOException | RunFailedException e) {
            throw asSql(e);
        }
    }

    /**
     * May wait for a metadata lock.
     *
     * @throws SQLException if the server refuses a statement or the connection breaks; the connection is then closed
     */
    OpenedConnection prepare(MySqlConnection connection, TlsBuffers buffers) throws SQLException {
        try {
            PreparedStatements preparedStatements = prepare(connection);
            return new OpenedConnection(connection.toNonBlocking(buffers), preparedStatements);
        } catch (IOException e) {
            close(connection);
            throw asSql(e);
        } catch (RuntimeException | Error e) {
            close(connection);
            throw e;
        }
    }

    void close(MySqlConnection connection) {
        onDisconnected(connection.id());
        connection.close();
    }

    void onDisconnected(long id) {
        if (tracking != null) {
            tracking.onClosed(id);
        }
    }

    /** If the interrupt fails, the statement continues. */
    void interrupt(long connectionId) {
        try (MySqlConnection otherConnection = MySqlConnection.open(
                endpoint, new InetSocketAddress(endpoint.host(), endpoint.port()), LoginOptions.NONE)) {
            otherConnection.query("KILL QUERY " + connectionId);
        } catch (IOException | RunFailedException e) {
            // the worker then ends after its current statement
        }
    }

    byte[][][] pieces() {
        return pieces;
    }

    StatementWorkload workload() {
        return workload;
    }

    @Nullable
    CommitTracking tracking() {
        return tracking;
    }

    @Override
    public Workers of(LoadContext context, int firstWorker, int count) {
        return new LoopWorkers(this, context, firstWorker, count);
    }

    @Override
    public void close() {
        MySqlConnection unusedConnection = firstConnection.getAndSet(null);
        if (unusedConnection != null) {
            close(unusedConnection);
        }
    }

    /** The exception contains the server's error code and SQLSTATE, like a JDBC driver's. */
    static SQLException asSql(Throwable failure) {
        if (failure instanceof SQLException sqlFailure) {
            return sqlFailure;
        }
        ServerErrorException refusal = failure instanceof ServerErrorException direct
                ? direct
                : failure.getCause() instanceof ServerErrorException cause ? cause : null;
        return refusal == null
                ? new SQLException(failure.getMessage(), CONNECTION_FAILURE, failure)
                : new SQLException(refusal.text(), refusal.state(), refusal.code(), failure);
    }

    /** False after a server error or a refused connection: another attempt would also fail. */
    static boolean isTransient(Throwable failure) {
        Throwable cause =
                failure.getCause() instanceof RunFailedException explained ? explained.getCause() : failure.getCause();
        return failure instanceof SQLException
                && asSql(failure).getErrorCode() == 0
                && !(cause instanceof ConnectException);
    }
}
