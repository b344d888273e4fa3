// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * The tables that one preparation makes: all of them, or none. A table counts as created when its statement is sent:
 * the answer may get lost although the table exists.
 */
public final class NewTables {

    /** ER_TABLE_EXISTS_ERROR. */
    private static final int TABLE_EXISTS = 1050;

    /** SQL standard: what became of the statement is not known. */
    private static final String CONNECTION_EXCEPTION = "08";

    /** A statement that still uses a table may have been given up. */
    private static final int LOCK_WAIT_SECONDS = 5;

    private final String advice;
    private final Deque<String> begun = new ConcurrentLinkedDeque<>();

    /** Starts without tables; {@code advice} is an imperative for a table that already exists. */
    public NewTables(String advice) {
        this.advice = advice;
    }

    /**
     * All of them are looked for before the first is made, so that a schema with other tables of these names is not touched.
     *
     * @throws RunFailedException if there is a table or a view of one of these names
     */
    public void refuseExisting(Connection connection, Collection<String> names) throws SQLException {
        // as text: a server may refuse to prepare statements
        try (Statement statement = connection.createStatement()) {
            for (String name : names) {
                try (ResultSet found = statement.executeQuery("SELECT 1 FROM information_schema.TABLES"
                        + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = " + Quoted.text(name))) {
                    if (found.next()) {
                        throw existsAlready(name, null);
                    }
                }
            }
        }
    }

    /**
     * Creates one. Safe from several threads, with a statement each.
     *
     * @param name its name, one of the names checked by {@link #refuseExisting}
     * @param sql the whole {@code CREATE TABLE}
     * @throws RunFailedException if another program has created it meanwhile
     */
    public void create(Statement statement, String name, String sql) throws SQLException {
        begun.addFirst(name);
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            String state = e.getSQLState();
            if (state != null && !state.startsWith(CONNECTION_EXCEPTION)) {
                begun.remove(name);
            }
            if (e.getErrorCode() == TABLE_EXISTS) {
                throw existsAlready(name, e);
            }
            throw e;
        }
    }

    /**
     * Drops the created tables, the last first, also in an interrupted thread.
     *
     * @param failure the reason; each table that cannot be dropped is added to it as a suppressed {@link NotRemovedException}
     */
    public void dropAfter(Throwable failure, ConnectionSource connections) {
        if (begun.isEmpty()) {
            return;
        }
        try (DeferredInterrupt held = DeferredInterrupt.hold();
                Connection connection = connections.connection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
            for (String name = begun.peek(); name != null; name = begun.peek()) {
                statement.execute("DROP TABLE IF EXISTS " + Quoted.name(name));
                begun.remove();
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure.addSuppressed(new NotRemovedException(String.join(", ", begun), e));
        }
    }

    private RunFailedException existsAlready(String name, @Nullable SQLException cause) {
        return new RunFailedException("table " + name + " exists already; " + advice, cause);
    }
}
