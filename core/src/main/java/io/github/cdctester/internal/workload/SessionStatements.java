// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of one session, closed together. The workload decides what is prepared and what is text:
 * connections give server-side prepared statements where they are asked for one ({@link ConnectionSource}). Confined to the
 * worker's thread.
 */
public final class SessionStatements implements AutoCloseable {

    private static final int CANNOT_BE_PREPARED = 1295;
    private static final int TOO_MANY_PREPARED = 1461;

    private final Connection connection;
    private final PsMode mode;
    private final Statement text;
    private final List<Statement> prepared = new ArrayList<>();

    /** Opens a statement for text. */
    public SessionStatements(Connection connection, PsMode mode) throws SQLException {
        this.connection = connection;
        this.mode = mode;
        text = connection.createStatement();
    }

    /** Something that is sent as it is. */
    @FunctionalInterface
    public interface Command {

        /** Sends it. */
        void send() throws SQLException;
    }

    /**
     * Prepares a statement on the server, now.
     *
     * @throws RunFailedException if the server holds as many prepared statements as it may
     */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.add(statement);
        try {
            // the MariaDB driver prepares when a statement is first needed: that is now, not in the measured part
            statement.getParameterMetaData();
        } catch (SQLException e) {
            if (e.getErrorCode() == TOO_MANY_PREPARED) {
                throw new RunFailedException(
                        "the server prepares no more statements: " + e.getMessage() + "; each connection needs one for"
                                + " each table and statement: raise max_prepared_stmt_count, or use"
                                + " " + Setting.PS_MODE + "=disable, fewer " + Setting.TABLES + " or fewer "
                                + Setting.THREADS,
                        e);
            }
            throw e;
        }
        return statement;
    }

    /** A statement without parameters; as in sysbench it is text where the server cannot prepare it. */
    public Command command(String sql) throws SQLException {
        if (mode == PsMode.AUTO) {
            try {
                PreparedStatement statement = prepare(sql);
                return statement::execute;
            } catch (SQLException e) {
                if (e.getErrorCode() != CANNOT_BE_PREPARED) {
                    throw e;
                }
            }
        }
        return () -> text.execute(sql);
    }

    public Statement text() {
        return text;
    }

    public void send(String sql) throws SQLException {
        text.execute(sql);
    }

    /** Closes what there is of a session that could not be made. */
    public void closeAfter(Exception failure) {
        try {
            close();
        } catch (SQLException closing) {
            failure.addSuppressed(closing);
        }
    }

    @Override
    public void close() throws SQLException {
        SQLException failure = null;
        for (Statement statement : prepared) {
            try {
                statement.close();
            } catch (SQLException e) {
                failure = e;
            }
        }
        text.close();
        if (failure != null) {
            throw failure;
        }
    }
}
