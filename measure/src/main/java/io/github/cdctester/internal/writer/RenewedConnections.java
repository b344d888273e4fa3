// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Opens connections outside the pool, for workloads that renew them. The pool's single thread sleeps for 30 ms after each
 * connection (HikariCP 7.1), which would distort the measured times.
 */
final class RenewedConnections implements AutoCloseable {

    private final DataSource source;
    private final String user;
    private final String password;
    private final Set<Connection> openConnections = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    RenewedConnections(DataSource source, String user, String password) {
        this.source = source;
        this.user = user;
        this.password = password;
    }

    Connection connection() throws SQLException {
        Connection newConnection = source.getConnection(user, password);
        openConnections.add(newConnection);
        if (isClosed) {
            discard(newConnection);
            throw new SQLException("the connections have been closed");
        }
        return newConnection;
    }

    int count() {
        return openConnections.size();
    }

    boolean discard(Connection oldConnection) {
        if (!openConnections.remove(oldConnection)) {
            return false;
        }
        try {
            oldConnection.close();
        } catch (SQLException e) {
            // ignored: the connection is being discarded
        }
        return true;
    }

    @Override
    public void close() {
        isClosed = true;
        openConnections.forEach(BreakableSockets::abort);
        openConnections.clear();
    }
}
