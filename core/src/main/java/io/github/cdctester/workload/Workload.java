// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.config.Defaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kind of load. Implementations are shared between threads; the state of one worker is in its session. */
public interface Workload {

    /** Returns the name, for example {@code oltp_insert}. */
    String name();

    /**
     * Returns the kinds of transactions. {@link WorkloadSession#execute} returns an index into this list.
     *
     * @return the names, used in metrics and in tables of results; at least one
     */
    List<String> transactionKinds();

    /**
     * Returns the time limit for a worker's last transaction, both after a stop and after the warm-up. It must be longer than any
     * transaction. After it, the run fails, closes the worker's connection and interrupts its thread.
     */
    default Duration timeout() {
        return Defaults.STOP_TIMEOUT;
    }

    /**
     * Returns the tables to which the workload writes, whether or not they exist. Empty if the user provides the
     * statements, which may write to any table.
     *
     * @return the table names without schema
     */
    default List<String> tables() {
        return List.of();
    }

    /**
     * Returns the reason if sessions do not report changed rows to the {@link StatementTally}. The reported numbers
     * must match a binlog in row format exactly, by table and kind of change.
     *
     * @return the reason, as a clause; empty if sessions report changed rows
     */
    default Optional<String> whyRowsAreNotReported() {
        return Optional.of("the workload does not report the rows that its statements change");
    }

    /**
     * Returns the tables whose rows can be followed in the stream, because no other client writes to them.
     *
     * @return the table names without schema; {@link #tables()} by default
     */
    default List<String> replayedTables() {
        return tables();
    }

    /** Returns the sums that no transaction changes; none by default. */
    default List<Balance> balances() {
        return List.of();
    }

    /**
     * Creates and fills the tables. After a failure or a stop, it drops the tables that it created. If a provider's workload
     * fails in a schema that had no table or view before, {@link #cleanup} is called.
     *
     * @param preparation connections, threads, stop signal, and a listener for the progress
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if the stop signal is raised or the thread is interrupted
     */
    void prepare(Preparation preparation) throws SQLException, InterruptedException;

    /**
     * Checks that the tables exist and the account may write to them, without writing.
     *
     * @param connection a connection to the workload's schema
     * @throws SQLException if the server refuses a statement; the message comes from the server
     * @throws io.github.cdctester.failure.RunFailedException if a table is missing or the account may not write to it
     */
    void check(Connection connection) throws SQLException;

    /**
     * Starts a worker's session.
     *
     * @param connection the worker's own connection
     * @param worker the worker's number, from 0
     * @return the session
     * @throws SQLException if the server refuses a statement
     */
    WorkloadSession session(Connection connection, int worker) throws SQLException;

    /**
     * Returns the number of transactions per connection.
     *
     * @return transactions after which a worker replaces its session and its connection; 0 for never
     */
    default int transactionsPerConnection() {
        return 0;
    }

    /** Returns the minimum number of statements that a session prepares on the server and keeps; 0 for none. */
    default int preparedStatements() {
        return 0;
    }

    /**
     * Checks that the server's settings suffice for the workload. Changes nothing, and does not need the tables.
     *
     * @param connection a connection to the workload's schema
     * @throws SQLException if the server refuses a statement
     * @throws io.github.cdctester.failure.RunFailedException if a setting is too small; the message begins with the name of the
     *     server variable
     */
    default void checkServer(Connection connection) throws SQLException {}

    /**
     * Drops the tables. Missing tables are ignored.
     *
     * @param connection a connection to the workload's schema
     * @return number of dropped tables
     * @throws SQLException if the server refuses a statement
     */
    int cleanup(Connection connection) throws SQLException;

    /**
     * A sum over rows. No transaction changes the sum, because each amount is subtracted in one place and added in another.
     * Therefore the changed rows of a single transaction are sufficient to check it.
     *
     * @param name a short name, for example {@code 3.3.2.1}, the number of a condition in the TPC-C specification
     * @param condition the condition, for example {@code w_ytd = sum(d_ytd)}
     * @param terms the summands, each with its sign; all have the same number of columns to group by
     */
    record Balance(String name, String condition, List<Term> terms) {

        /**
         * The contribution of one table's rows to a sum.
         *
         * @param table the table's name
         * @param groupedBy columns with whole numbers, at most two; there is one sum for each combination of their values
         * @param column the summed column, with whole or decimal numbers; {@code null} to count the rows
         * @param sign 1, or -1 to subtract
         */
        public record Term(
                String table,
                List<String> groupedBy,
                @Nullable String column,
                int sign) {

            public Term {
                groupedBy = List.copyOf(groupedBy);
            }
        }

        public Balance {
            terms = List.copyOf(terms);
        }
    }
}
