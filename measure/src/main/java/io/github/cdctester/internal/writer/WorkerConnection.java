// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A worker's connection and the workload's session on it. Confined to the worker's thread, except for {@link #cancel()}. */
final class WorkerConnection implements AutoCloseable {

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

    void renew() throws SQLException {
        endSession();
        Connection oldConnection = connection;
        connection = null;
        begin(oldConnection == null ? connections.connection() : connections.replace(oldConnection));
    }

    private void begin(Connection newConnection) throws SQLException {
        try {
            session = workload.session(newConnection, number);
            connection = newConnection;
        } catch (SQLException | RuntimeException | Error e) {
            connections.discard(newConnection);
            throw e;
        }
    }

    WorkloadSession session() {
        WorkloadSession currentSession = session;
        if (currentSession == null) {
            throw new IllegalStateException("there is no connection");
        }
        return currentSession;
    }

    /** Thread-safe. */
    void cancel() {
        WorkloadSession currentSession = session;
        if (currentSession != null) {
            currentSession.cancel();
        }
    }

    /** Waits up to 2 s. The error after a KILL can look like an ordinary error. */
    boolean isResponding() {
        try {
            return connection != null && connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    void discard() {
        endSession();
        if (connection != null) {
            connections.discard(connection);
        }
        connection = null;
    }

    /** Returns false on failure; the session's resources are then released with the connection. */
    private boolean endSession() {
        WorkloadSession endedSession = session;
        session = null;
        try {
            if (endedSession != null) {
                endedSession.close();
            }
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** If the server has closed an idle connection, this is not a failure of the load. */
    @Override
    public void close() throws SQLException {
        Connection lastConnection = connection;
        if (!endSession()) {
            discard();
        } else if (lastConnection != null) {
            lastConnection.close();
        }
        connection = null;
    }
}
