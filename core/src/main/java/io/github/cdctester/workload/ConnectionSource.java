// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Source of connections. Their drivers are configured so that the kind of statement decides how it is sent:
 * {@link Connection#prepareStatement(String)} prepares on the server, {@link Connection#createStatement()} sends text, each in one
 * round trip and without additional statements of the driver. Transactions that a workload opens with {@code BEGIN} it also ends
 * with {@code COMMIT} or {@code ROLLBACK} as text: in autocommit mode a driver may refuse {@link Connection#rollback()}.
 */
@FunctionalInterface
public interface ConnectionSource extends AutoCloseable {

    /**
     * Hands out a connection in autocommit mode; closing it gives it back.
     *
     * @return an open connection to the workload's schema
     * @throws SQLException if there is none available
     */
    Connection connection() throws SQLException;

    /**
     * Takes back a connection that is broken or worn out, so that it is not handed out again.
     *
     * @param broken a connection of this source, open or closed
     */
    default void discard(Connection broken) {
        try {
            broken.close();
        } catch (SQLException e) {
            // it is of no use any more, which is why it comes back
        }
    }

    /**
     * Takes back a connection, and makes another one at once: for reconnections that are part of the load.
     *
     * @param worn a connection of this source
     * @return a new connection to the workload's schema, in autocommit mode
     * @throws SQLException if there is none available; the other one is gone all the same
     */
    default Connection renewed(Connection worn) throws SQLException {
        discard(worn);
        return connection();
    }

    /** Closes all connections, including used ones. */
    @Override
    default void close() {}
}
