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

/** One of the five transactions, on one worker's connection: its statements, but not its end. */
abstract class Transaction implements AutoCloseable {

    /** How a transaction is to be ended. */
    enum Outcome {
        /** It has changed rows: commit. */
        WRITTEN,
        /** It has only read: commit, of which the binlog sees nothing. */
        READ,
        /** Its input was wrong on purpose: roll back. */
        ROLLED_BACK
    }

    final Connection connection;
    final Terminal terminal;
    private final List<PreparedStatement> prepared = new ArrayList<>();

    Transaction(Connection connection, Terminal terminal) {
        this.connection = connection;
        this.terminal = terminal;
    }

    /** Draws the input and executes the statements, counting each. */
    abstract Outcome execute(StatementTally tally) throws SQLException;

    final PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.add(statement);
        return statement;
    }

    /** Binds numbers from a placeholder on; returns the index of the next placeholder. */
    static int bind(PreparedStatement statement, int first, int... numbers) throws SQLException {
        int mark = first;
        for (int number : numbers) {
            statement.setInt(mark++, number);
        }
        return mark;
    }

    static RunFailedException incomplete(String table, String what) {
        return new RunFailedException(
                "table " + table + " has " + what + "; it was not filled by prepare, or with fewer "
                        + Setting.WAREHOUSES + ": clean up and prepare again");
    }

    @Override
    public final void close() throws SQLException {
        for (PreparedStatement statement : prepared) {
            statement.close();
        }
    }
}
