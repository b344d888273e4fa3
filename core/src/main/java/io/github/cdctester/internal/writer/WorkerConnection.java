// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A worker's connection with the workload's session on it, both replaceable. Confined to the worker's thread. */
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

    /** Requests the end of a long transaction; from any thread. */
    void cancel() {
        WorkloadSession present = session;
        if (present != null) {
            present.cancel();
        }
    }

    /** Queries the server: after a KILL the error can look like an ordinary one. */
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

    /** Returns true if the session could be closed; otherwise its resources end with the connection. */
    private boolean endSession() {
        WorkloadSession ended = session;
        session = null;
        try {
            if (ended != null) {
                ended.close();
            }
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Gives the connection back. The server may have closed it while it was idle, which is no failure of the load. */
    @Override
    public void close() throws SQLException {
        Connection last = connection;
        if (!endSession()) {
            discard();
        } else if (last != null) {
            last.close();
        }
        connection = null;
    }
}
