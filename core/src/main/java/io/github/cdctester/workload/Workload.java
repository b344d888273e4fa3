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

    /** How long a worker may take for its last transaction when the load is stopped: longer than any takes. */
    default Duration timeout() {
        return Defaults.STOP_TIMEOUT;
    }

    /**
     * The tables that it writes to, whether they are there or not. Where somebody else wrote the statements there are
     * none: what they write to and drop is what was asked for.
     *
     * @return the names, without their schema's
     */
    default List<String> tables() {
        return List.of();
    }

    /**
     * Why its sessions do not tell the {@link StatementTally} the rows that each statement changes, by table and kind,
     * exactly as a log in row format has them.
     *
     * @return the reason, as a clause; empty where they do
     */
    default Optional<String> whyRowsAreNotTold() {
        return Optional.of("the workload does not tell the rows that its statements change");
    }

    /**
     * The tables whose rows can be followed in the stream: those that no other client writes to.
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
     * Creates and fills the tables. What it created is dropped again if it fails or is stopped on the way.
     *
     * @param preparation connections, and whom to tell
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
     * How long a worker keeps its connection.
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
     * Drops the tables. Those that are missing are passed over.
     *
     * @param connection a connection to the workload's schema
     * @return how many tables were dropped
     * @throws SQLException if the server refuses a statement
     */
    int cleanup(Connection connection) throws SQLException;

    /**
     * A sum over rows that no transaction of a workload changes: what goes out of one place goes into another. Each transaction
     * can be looked at by itself, from the rows that it changes, whatever the tables held before.
     *
     * @param name a short name, such as {@code 3.3.2.1}
     * @param statement what stays true, such as {@code w_ytd = sum(d_ytd)}
     * @param terms what is added up, each with its sign; each has as many columns to group by as the others
     */
    record Balance(String name, String statement, List<Term> terms) {

        /**
         * The part of one table's rows in a sum.
         *
         * @param table the table's name
         * @param groupedBy columns with whole numbers: there is a sum for each combination of their values; at most two
         * @param column the column that is added up, of whole or decimal numbers; {@code null} to count the rows
         * @param sign 1, or -1 for what is taken off
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
