// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker's connection with the workload's session on it, both replaceable. Confined to the worker's thread. */
final class WorkerConnection implements AutoCloseable {

    /**
     * Errors after which the connection is gone: sysbench's (2006, 2011, 2013, 2055), MariaDB's for a killed connection
     * (1927), a server that shuts down (1053), and MySQL's for one that was idle for too long (4031).
     */
    private static final Set<Integer> LOST = Set.of(2006, 2011, 2013, 2055, 1927, 1053, 4031);

    private static final int VALIDATION_SECONDS = 2;

    private final ConnectionSource connections;
    private final Workload workload;
    private final int number;
    private @Nullable Connection connection;
    private volatile @Nullable WorkloadSession session;

    WorkerConnection(ConnectionSource connections, Workload workload, int number) {
        this.connections = connections;
        this.workload = workload;
        this.number = number;
    }

    void open() throws SQLException {
        begin(connections.connection());
    }

    /** Gives a connection that works back for good, and takes a new one. */
    void renew() throws SQLException {
        endSession();
        Connection worn = connection;
        connection = null;
        begin(worn == null ? connections.connection() : connections.renewed(worn));
    }

    private void begin(Connection opened) throws SQLException {
        try {
            session = workload.session(opened, number);
            connection = opened;
        } catch (SQLException | RuntimeException | Error e) {
            connections.discard(opened);
            throw e;
        }
    }

    WorkloadSession session() {
        WorkloadSession present = session;
        if (present == null) {
            throw new IllegalStateException("there is no connection");
        }
        return present;
    }

    /** Asks for the end of a long transaction; from any thread. */
    void cancel() {
        WorkloadSession present = session;
        if (present != null) {
            present.cancel();
        }
    }

    /** Whether an error means that the connection is gone. */
    static boolean isLost(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08") || LOST.contains(e.getErrorCode());
    }

    /** Asks the server: after a KILL the error that is seen can be an ordinary one. */
    boolean answers() {
        try {
            return connection != null && connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Gives a broken connection back for good. */
    void discard() {
        endSession();
        if (connection != null) {
            connections.discard(connection);
        }
        connection = null;
    }

    private void endSession() {
        try {
            WorkloadSession ended = session;
            if (ended != null) {
                ended.close();
            }
        } catch (SQLException e) {
            // what the session held goes with the connection
        }
        session = null;
    }

    @Override
    public void close() throws SQLException {
        try (Connection closed = connection;
                WorkloadSession ended = session) {
            session = null;
            connection = null;
        }
    }
}
