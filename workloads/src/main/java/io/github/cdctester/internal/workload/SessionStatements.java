// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.PreparedLimit;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements and transactions of one session. The workload decides which statements are prepared; see {@link ConnectionSource}.
 * Confined to the worker's thread.
 */
public final class SessionStatements implements AutoCloseable {

    private static final int ER_UNSUPPORTED_PS = 1295;

    private final Connection connection;
    private final PsMode mode;
    private final Statement textStatement;
    private final List<Statement> prepared = new ArrayList<>();
    private Command beginCommand = () -> {};
    private Command commitCommand = beginCommand;
    private boolean isTransactionOpen;

    public SessionStatements(Connection connection, PsMode mode) throws SQLException {
        this.connection = connection;
        this.mode = mode;
        textStatement = connection.createStatement();
    }

    /** A time zone without daylight saving time. Otherwise, the server rejects TIMESTAMP values in the skipped hour. */
    public static final String TIME_ZONE = "time_zone = '+00:00'";

    /** Workloads require consecutive ids. Servers of a cluster increment ids in larger steps by default. */
    public static final String INCREMENT_BY_ONE = "auto_increment_increment = 1, auto_increment_offset = 1";

    /** Ignores an error, unless it ends the connection. */
    public static void setIfPossible(Statement textStatement, String assignment) throws SQLException {
        setIfPossible(BulkStatements.of(textStatement), assignment);
    }

    public static void setIfPossible(BulkStatements statements, String assignment) throws SQLException {
        try {
            statements.execute("SET SESSION " + assignment);
        } catch (SQLException e) {
            if (ServerErrors.endsConnection(e)) {
                throw e;
            }
        }
    }

    @FunctionalInterface
    private interface Command {
        void send() throws SQLException;
    }

    /** Must be called before the first {@link #begin()}. */
    public void prepareTransactions() throws SQLException {
        beginCommand = command("BEGIN");
        commitCommand = command("COMMIT");
    }

    public void begin() throws SQLException {
        beginCommand.send();
        isTransactionOpen = true;
    }

    /** After an exception, the outcome may be unknown. */
    public void commit() throws SQLException {
        commitCommand.send();
        isTransactionOpen = false;
    }

    public void rollback() throws SQLException {
        if (isTransactionOpen) {
            // not Connection.rollback(), which a driver rejects in autocommit mode
            textStatement.execute("ROLLBACK");
            isTransactionOpen = false;
        }
    }

    /**
     * Prepares on the server immediately.
     *
     * @throws RunFailedException if the server's limit of prepared statements is reached
     */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.add(statement);
        try {
            // the MariaDB driver would otherwise prepare the statement on first use, during the measurement
            statement.getParameterMetaData();
        } catch (SQLException e) {
            if (e.getErrorCode() == PreparedLimit.ERROR) {
                throw PreparedLimit.reached(e);
            }
            throw e;
        }
        return statement;
    }

    /** Returns {@code null} if the server cannot prepare the statement; the caller then sends it as text, like sysbench. */
    public @Nullable PreparedStatement prepareIfPossible(String sql) throws SQLException {
        try {
            return prepare(sql);
        } catch (SQLException e) {
            if (e.getErrorCode() != ER_UNSUPPORTED_PS) {
                throw e;
            }
            return null;
        }
    }

    private Command command(String sql) throws SQLException {
        PreparedStatement statement = mode == PsMode.AUTO ? prepareIfPossible(sql) : null;
        return statement == null ? () -> textStatement.execute(sql) : statement::execute;
    }

    public Statement text() {
        return textStatement;
    }

    public void closeAfter(Exception failure) {
        try {
            close();
        } catch (SQLException closeFailure) {
            failure.addSuppressed(closeFailure);
        }
    }

    /** Rolls back an open transaction. */
    @Override
    public void close() throws SQLException {
        try {
            rollback();
        } finally {
            closeStatements();
        }
    }

    private void closeStatements() throws SQLException {
        SQLException failure = null;
        for (Statement statement : prepared) {
            try {
                statement.close();
            } catch (SQLException e) {
                failure = e;
            }
        }
        textStatement.close();
        if (failure != null) {
            throw failure;
        }
    }
}
