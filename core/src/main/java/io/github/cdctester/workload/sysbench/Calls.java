// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.PsMode;
import io.github.cdctester.failure.RunFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the statements of one connection, and closes them. What is prepared and what is text is decided here and nowhere
 * else: connections give server-side prepared statements where they are asked for one
 * ({@link io.github.cdctester.workload.ConnectionSource}).
 */
final class Calls implements AutoCloseable {

    private static final int CANNOT_BE_PREPARED = 1295;
    private static final int TOO_MANY_PREPARED = 1461;

    private final Connection connection;
    private final PsMode mode;
    private final int tables;
    private final RowText text;
    private final Statement textStatement;
    private final List<Statement> prepared = new ArrayList<>();

    Calls(Connection connection, PsMode mode, int tables, RowText text) throws SQLException {
        this.connection = connection;
        this.mode = mode;
        this.tables = tables;
        this.text = text;
        textStatement = connection.createStatement();
    }

    /** A statement as the mode wants it. */
    Call call(SysbenchStatement template) throws SQLException {
        if (mode == PsMode.DISABLE) {
            return text(template);
        }
        PreparedStatement[] byTable = new PreparedStatement[tables];
        for (int table = 1; table <= tables; table++) {
            byTable[table - 1] = prepare(template.sql(table));
        }
        return new PreparedCall(byTable, text);
    }

    /** A statement that is text in either mode. */
    Call text(SysbenchStatement template) {
        return new TextCall(textStatement, template, text);
    }

    /** A statement without parameters; as text where the server cannot prepare it, which is what sysbench does. */
    Command command(String sql) throws SQLException {
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
        return () -> textStatement.execute(sql);
    }

    /** Sends text now. */
    void send(String sql) throws SQLException {
        textStatement.execute(sql);
    }

    /** Something that is sent as it is. */
    @FunctionalInterface
    interface Command {
        void send() throws SQLException;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
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
                                + " --db-ps-mode=disable, fewer --tables or fewer --threads",
                        e);
            }
            throw e;
        }
        return statement;
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
        textStatement.close();
        if (failure != null) {
            throw failure;
        }
    }
}
