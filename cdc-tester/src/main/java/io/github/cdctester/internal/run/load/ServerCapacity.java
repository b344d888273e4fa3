// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.writer.ConnectionPool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How many connections and prepared statements the server that is written to has room for.
 *
 * @param endpoint the server
 * @param pool for questions to it
 */
record ServerCapacity(Endpoint endpoint, ConnectionPool pool) {

    /** Beside the workers': the side pool, the stream, and questions to its server. */
    private static final long OTHER_CONNECTIONS = WriteTarget.SIDE_CONNECTIONS + 4L;

    /** Checks, before anything is made, that the server lets so many workers in. */
    void checkConnections(int threads, int streams) {
        try (Connection connection = pool.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@max_connections")) {
            long most = row.next() ? row.getLong(1) : Long.MAX_VALUE;
            long needed = threads + OTHER_CONNECTIONS + Math.max(0, streams - 1);
            if (most < needed) {
                throw new RunFailedException(endpoint.address() + " allows " + most + " connections, but " + threads
                        + " threads need " + needed + ": SET GLOBAL max_connections = " + needed);
            }
        } catch (SQLException e) {
            throw MissingPrivilege.failure("asking " + endpoint.address() + " for max_connections", e, endpoint);
        }
    }

    /**
     * Checks, before anything is made, that the server holds so many prepared statements.
     *
     * @param needed of all workers together
     * @param threads how many these are
     */
    void checkPreparedStatements(long needed, int threads) {
        if (needed == 0 || "false".equalsIgnoreCase(endpoint.driverProperties().get("useServerPrepStmts"))) {
            return;
        }
        try (Connection connection = pool.connection();
                Statement statement = connection.createStatement()) {
            long most = second(statement, "SHOW GLOBAL VARIABLES LIKE 'max_prepared_stmt_count'", Long.MAX_VALUE);
            long held = second(statement, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'", 0);
            if (most - held < needed) {
                throw new RunFailedException(endpoint.address() + " allows " + most + " prepared statements, of which "
                        + held + " are in use, but " + threads + (threads == 1 ? " thread needs " : " threads need ")
                        + needed + ": SET GLOBAL max_prepared_stmt_count = " + (held + needed)
                        + ", or fewer " + Setting.THREADS);
            }
        } catch (SQLException e) {
            throw MissingPrivilege.failure(
                    "asking " + endpoint.address() + " for max_prepared_stmt_count", e, endpoint);
        }
    }

    /** The value of a variable; {@code otherwise} where the server does not know it. */
    private static long second(Statement statement, String show, long otherwise) throws SQLException {
        try (ResultSet row = statement.executeQuery(show)) {
            return row.next() ? row.getLong(2) : otherwise;
        }
    }
}
