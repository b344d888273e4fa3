// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * The tables that one preparation creates, and drops after a failure. A table counts as created when its statement is sent, because
 * the response may get lost although the table exists.
 */
public final class NewTables {

    /** MySQL's and MariaDB's ER_TABLE_EXISTS_ERROR. */
    private static final int ER_TABLE_EXISTS = 1050;

    /** SQL state class of lost connections, after which the outcome of a statement is unknown. */
    private static final String CONNECTION_EXCEPTION = "08";

    /** Limits the wait for a table lock that an abandoned statement may still hold. */
    private static final int LOCK_WAIT_SECONDS = 5;

    private final String advice;
    private final Deque<String> createdNames = new ConcurrentLinkedDeque<>();

    /** {@code advice} is an imperative that ends the error message if a table already exists. */
    public NewTables(String advice) {
        this.advice = advice;
    }

    /**
     * Call it with all names before the first table is created, so that a failure leaves the schema unchanged.
     *
     * @throws RunFailedException if a table or view of one of these names exists
     */
    public void rejectExisting(Connection connection, Collection<String> names) throws SQLException {
        // not a prepared statement, because some servers cannot prepare this query
        try (Statement statement = connection.createStatement()) {
            for (String name : names) {
                try (ResultSet existingTable = statement.executeQuery("SELECT 1 FROM information_schema.TABLES"
                        + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = " + Quoted.text(name))) {
                    if (existingTable.next()) {
                        throw existingTableFailure(name, null);
                    }
                }
            }
        }
    }

    /**
     * Thread-safe if each thread uses its own statement.
     *
     * @param name a name that {@link #rejectExisting} has checked
     * @param sql the complete {@code CREATE TABLE} statement
     * @throws RunFailedException if another program has created the table in the meantime
     */
    public void create(Statement statement, String name, String sql) throws SQLException {
        createdNames.addFirst(name);
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            String state = e.getSQLState();
            if (state != null && !state.startsWith(CONNECTION_EXCEPTION)) {
                createdNames.remove(name);
            }
            if (e.getErrorCode() == ER_TABLE_EXISTS) {
                throw existingTableFailure(name, e);
            }
            throw e;
        }
    }

    /**
     * Drops in reverse order, even in an interrupted thread. Tables that cannot be dropped are added to {@code failure} as a
     * suppressed {@link NotRemovedException}.
     */
    public void dropAfter(Throwable failure, ConnectionSource connections) {
        if (createdNames.isEmpty()) {
            return;
        }
        try (DeferredInterrupt ignored = DeferredInterrupt.begin();
                Connection connection = connections.connection();
                Statement statement = connection.createStatement()) {
            limitLockWait(statement);
            for (String name = createdNames.peek(); name != null; name = createdNames.peek()) {
                statement.execute("DROP TABLE IF EXISTS " + Quoted.name(name));
                createdNames.remove();
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure.addSuppressed(new NotRemovedException(String.join(", ", createdNames), e));
        }
    }

    /** Works even in an interrupted thread; see {@link #dropAfter}. */
    public static void cleanUpAfter(Throwable failure, Workload workload, ConnectionSource connections) {
        try (DeferredInterrupt ignored = DeferredInterrupt.begin();
                Connection connection = connections.connection();
                Statement statement = connection.createStatement()) {
            limitLockWait(statement);
            workload.cleanup(connection);
        } catch (SQLException | RuntimeException | Error e) {
            failure.addSuppressed(new NotRemovedException("tables of workload " + workload.name(), e));
        }
    }

    private static void limitLockWait(Statement statement) throws SQLException {
        statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
    }

    private RunFailedException existingTableFailure(String name, @Nullable SQLException cause) {
        return new RunFailedException("table " + name + " exists already; " + advice, cause);
    }
}
