// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import io.github.cdctester.config.Defaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kind of traffic. Implementations are shared between threads; what belongs to one worker is in its session. */
public interface Workload {

    /** The name, such as {@code oltp_insert}. */
    String name();

    /**
     * The kinds of transactions; {@link WorkloadSession#execute} returns an index into this list.
     *
     * @return names for meters and tables, at least one
     */
    List<String> transactionKinds();

    /** Time limit for a worker's last transaction when the load is stopped; longer than any transaction. */
    default Duration timeout() {
        return Defaults.STOP_TIMEOUT;
    }

    /**
     * Returns the tables that it writes to, whether they exist or not. Empty if the user provides the statements, which may then
     * write to any table.
     *
     * @return the names, without their schema's
     */
    default List<String> tables() {
        return List.of();
    }

    /**
     * Returns why its sessions do not report each statement's changed rows to the {@link StatementTally}. A report has the exact
     * numbers of a log in row format, by table and kind.
     *
     * @return the reason, as a clause; empty if they report them
     */
    default Optional<String> whyRowsAreNotTold() {
        return Optional.of("the workload does not tell the rows that its statements change");
    }

    /**
     * Returns the tables with rows that can be followed in the stream: no other client writes to them.
     *
     * @return the names, without their schema's; {@link #tables()} by default
     */
    default List<String> replayedTables() {
        return tables();
    }

    /** The sums that each of its transactions leaves as they are; none by default. */
    default List<Balance> balances() {
        return List.of();
    }

    /**
     * Creates and fills the tables. If it fails or is stopped, it drops the tables it created.
     *
     * @param preparation connections, and a listener for the progress
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if the thread is interrupted
     */
    void prepare(Preparation preparation) throws SQLException, InterruptedException;

    /**
     * Checks that the tables are there and may be written, without writing.
     *
     * @param connection a connection to the workload's schema
     * @throws SQLException if the server refuses; the message is the server's
     * @throws io.github.cdctester.failure.RunFailedException if a table is missing or may not be written
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
     * Returns the lifetime of a worker's connection.
     *
     * @return transactions after which the worker gives up its session and its connection and takes new ones; 0 for never
     */
    default int transactionsPerConnection() {
        return 0;
    }

    /** Statements that a session prepares on the server in its life and holds, at least; 0 for none. */
    default int preparedStatements() {
        return 0;
    }

    /**
     * Refuses a server whose settings stand in the way, whether there are tables yet or not. Changes nothing.
     *
     * @param connection a connection to the workload's schema
     * @throws SQLException if the server refuses a statement
     * @throws io.github.cdctester.failure.RunFailedException if something is too small; the message begins with the variable
     */
    default void checkServer(Connection connection) throws SQLException {}

    /**
     * Drops the tables. Missing tables are ignored.
     *
     * @param connection a connection to the workload's schema
     * @return how many tables were dropped
     * @throws SQLException if the server refuses a statement
     */
    int cleanup(Connection connection) throws SQLException;

    /**
     * A sum over rows that no transaction of a workload changes: each amount leaves one place and enters another. Each transaction
     * can be checked by itself, from its changed rows, independent of earlier contents.
     *
     * @param name a short name, such as {@code 3.3.2.1}
     * @param statement the condition, for example {@code w_ytd = sum(d_ytd)}
     * @param terms the summands, each with its sign; all have the same number of columns to group by
     */
    record Balance(String name, String statement, List<Term> terms) {

        /**
         * The part of one table's rows in a sum.
         *
         * @param table the table's name
         * @param groupedBy columns with whole numbers: there is a sum for each combination of their values; at most two
         * @param column the column that is added up, of whole or decimal numbers; {@code null} to count the rows
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
