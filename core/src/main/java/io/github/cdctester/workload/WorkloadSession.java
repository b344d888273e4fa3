// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.SQLException;

/** One worker's share of a workload: prepared statements, random numbers, counters. Confined to the worker's thread. */
public interface WorkloadSession extends AutoCloseable {

    /** The transaction was rolled back because of {@link #cancel()}. */
    int CANCELLED = -1;

    /**
     * Returns how long the worker waits before the next transaction, like a user who types and thinks. Called once before each
     * transaction, in a closed loop only; the wait is no part of the latency.
     *
     * @return the wait, in ns; 0 for none
     */
    default long waitNanos() {
        return 0;
    }

    /**
     * Runs one transaction to its end: its commit, or a rollback that belongs to the workload.
     *
     * @param tally counts the statements, and the commits that the binlog must have
     * @return the kind of transaction, an index into {@link Workload#transactionKinds()}; or {@link #CANCELLED}
     * @throws SQLException if the server refuses a statement; the transaction is then not committed
     */
    int execute(StatementTally tally) throws SQLException;

    /**
     * Reports how far {@link #execute} came before its connection broke. If the commit was certainly not sent, the transaction is
     * tried again on another connection; otherwise its outcome is counted as unknown.
     *
     * @return whether the server may have committed: COMMIT, or a statement in autocommit mode, was sent or is being sent
     */
    default boolean mayHaveCommitted() {
        return true;
    }

    /**
     * Requests that a transaction under way is given up rather than finished, if that would take long. May be called more than
     * once, from another thread than the worker's. By default transactions are short, and are finished.
     */
    default void cancel() {}

    /**
     * Makes the connection ready for another try after an error: rolls back what the failed try left open. A deadlock has
     * rolled the transaction back already, a lock wait timeout has not.
     *
     * @throws SQLException if the connection is broken
     */
    void reset() throws SQLException;

    @Override
    void close() throws SQLException;
}
