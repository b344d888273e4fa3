// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.workload.StatementTally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A TPC-C transaction on one worker's connection, without COMMIT or ROLLBACK. */
abstract class Transaction implements AutoCloseable {

    enum Outcome {
        /** The transaction is committed. */
        WRITTEN,
        /** The commit is not logged. */
        READ,
        /** The input was intentionally invalid. */
        ROLLED_BACK
    }

    final Connection connection;
    final Terminal terminal;
    private final List<PreparedStatement> preparedStatements = new ArrayList<>();

    Transaction(Connection connection, Terminal terminal) {
        this.connection = connection;
        this.terminal = terminal;
    }

    abstract Outcome execute(StatementTally tally) throws SQLException;

    final PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        preparedStatements.add(statement);
        return statement;
    }

    /** Returns the index of the next placeholder. */
    static int bind(PreparedStatement statement, int firstParameter, int... numbers) throws SQLException {
        int parameter = firstParameter;
        for (int number : numbers) {
            statement.setInt(parameter++, number);
        }
        return parameter;
    }

    static RunFailedException incomplete(String table, String problem) {
        return new RunFailedException(
                "table " + table + " has " + problem + "; it was not filled by prepare, or with fewer "
                        + Setting.WAREHOUSES + ": clean up and prepare again");
    }

    @Override
    public final void close() throws SQLException {
        for (PreparedStatement statement : preparedStatements) {
            statement.close();
        }
    }
}
