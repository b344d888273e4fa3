// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.SQLException;

/** State of one worker: prepared statements, random numbers, counters. Used by one thread, except {@link #cancel()}. */
public interface WorkloadSession extends AutoCloseable {

    /** Result of {@link #execute} if the transaction was rolled back because of {@link #cancel()}. */
    int CANCELLED = -1;

    /**
     * Returns the wait before the next transaction, which simulates the typing and thinking of a user. Called once before each
     * transaction, only in a closed loop. The latency excludes the wait.
     *
     * @return the wait, in ns; 0 for none
     */
    default long waitNanos() {
        return 0;
    }

    /**
     * Runs one complete transaction, up to its commit or a rollback that the workload intends.
     *
     * @param tally counts the statements, and the commits that the binlog must contain
     * @return the kind of transaction, an index into {@link Workload#transactionKinds()}; or {@link #CANCELLED}
     * @throws SQLException if the server refuses a statement, so that the transaction is not committed, or if the
     *     connection breaks; see {@link #mayHaveCommitted()}
     */
    int execute(StatementTally tally) throws SQLException;

    /**
     * Returns true if {@link #execute} may have committed before its connection broke. If the result is false, the transaction
     * is retried on a new connection; otherwise its outcome is considered unknown.
     *
     * @return true if COMMIT, or a statement in autocommit mode, may have been sent
     */
    default boolean mayHaveCommitted() {
        return true;
    }

    /**
     * Requests the early end of a long transaction, which is then rolled back. May be called repeatedly, and from other
     * threads. The default does nothing, which suits short transactions.
     */
    default void cancel() {}

    /**
     * Prepares the connection for a retry after an error: rolls back the open transaction. After a deadlock, the server
     * has already rolled back the transaction; after a lock wait timeout, the transaction is still open.
     *
     * @throws SQLException if the connection is broken
     */
    void reset() throws SQLException;

    @Override
    void close() throws SQLException;
}
