// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Connections that took the place of one of the pool's. The pool makes one after the other, in a thread of its own that sleeps
 * for 30 ms after each (HikariCP 7.1): what a load is to show of reconnections would be that.
 */
final class RenewedConnections implements AutoCloseable {

    private final DataSource source;
    private final String user;
    private final String password;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    RenewedConnections(DataSource source, String user, String password) {
        this.source = source;
        this.user = user;
        this.password = password;
    }

    /** Makes a connection, in the caller's thread. */
    Connection connection() throws SQLException {
        Connection made = source.getConnection(user, password);
        open.add(made);
        if (closed) {
            discard(made);
            throw new SQLException("the connections have been closed");
        }
        return made;
    }

    int count() {
        return open.size();
    }

    /** Closes a connection if it is one of these; returns true if it is. */
    boolean discard(Connection worn) {
        if (!open.remove(worn)) {
            return false;
        }
        try {
            worn.close();
        } catch (SQLException e) {
            // it is of no use any more, which is why it comes back
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
        for (Connection connection : open) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                // broken already
            }
        }
        open.clear();
    }
}
