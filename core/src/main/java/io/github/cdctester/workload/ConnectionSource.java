// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Source of connections for a workload. The drivers are configured so that the kind of statement determines how it is sent:
 * {@link Connection#prepareStatement(String)} prepares on the server, {@link Connection#createStatement()} sends text. Each
 * execution takes one round trip, without additional statements. A workload that opens a transaction with {@code BEGIN} must end
 * it with {@code COMMIT} or {@code ROLLBACK} as text. In autocommit mode, a driver may refuse {@link Connection#rollback()}.
 */
@FunctionalInterface
public interface ConnectionSource extends AutoCloseable {

    /**
     * Returns a connection in autocommit mode. With a pool, closing the connection returns it to the pool.
     *
     * @return an open connection to the workload's schema
     * @throws SQLException if no connection is available
     */
    Connection connection() throws SQLException;

    /**
     * Discards a connection that is broken or must be replaced. The default, for sources without a pool, closes it.
     *
     * @param broken a connection of this source, open or closed
     */
    default void discard(Connection broken) {
        try {
            broken.close();
        } catch (SQLException e) {
            // ignored: the connection is being discarded
        }
    }

    /**
     * Discards a connection and immediately opens a new one, for reconnects that are part of the load.
     *
     * @param old a connection of this source
     * @return a new connection to the workload's schema, in autocommit mode
     * @throws SQLException if no connection is available; the old connection is discarded anyway
     */
    default Connection replace(Connection old) throws SQLException {
        discard(old);
        return connection();
    }

    /** Closes all connections, including connections in use. The default does nothing. */
    @Override
    default void close() {}
}
