// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/**
 * The transactions of one worker, statement by statement. Per transaction, the caller calls {@link #begin}, then {@link #next}
 * and {@link #onResponse} in turn while {@link #next} returns {@link Step#STATEMENT}. Used by one thread, except {@link
 * #cancel()}.
 */
public interface Transactions {

    /** The next step of a transaction. */
    enum Step {

        /** A statement was written; the server's response follows. */
        STATEMENT,

        /** The transaction is complete: committed, or rolled back intentionally. */
        COMPLETE,

        /** The transaction is given up because of {@link Transactions#cancel()}; the caller rolls it back. */
        CANCELLED
    }

    /**
     * Starts the next transaction, or another attempt of a transaction that failed.
     *
     * @param tally counts the statements, and the commits that the binlog must contain
     */
    void begin(StatementTally tally);

    /**
     * Writes the next statement.
     *
     * @param statement receives the statement; untouched if none is left
     * @return the next step; {@link Step#STATEMENT} if a statement was written
     */
    Step next(StatementWriter statement);

    /**
     * Reports the server's response to the last statement. Not called if the server refused the statement. An exception from this
     * method ends the load.
     *
     * @param changedRows number of rows that the statement inserted, changed or deleted
     * @param foundRow true if the statement returned a row
     */
    void onResponse(long changedRows, boolean foundRow);

    /**
     * Returns the kind of the completed transaction.
     *
     * @return an index into {@link Workload#transactionKinds()}
     */
    default int kind() {
        return 0;
    }

    /**
     * Returns true if the current transaction may have been committed before the connection broke.
     *
     * @return true if COMMIT, or a statement in autocommit mode, may have been sent
     */
    boolean mayHaveCommitted();

    /**
     * Returns true if the server may have an open transaction, so that an error requires ROLLBACK.
     *
     * @return true from the response to BEGIN until the response to COMMIT, {@link #rolledBack()} or {@link #connectionLost}
     */
    boolean isOpen();

    /** Reports that the open transaction was rolled back. */
    void rolledBack();

    /**
     * Reports that the connection was closed, so that no transaction is open.
     *
     * @param unknownOutcome true if the current transaction may have been committed, so that {@link #begin} starts the next
     *     one; false if {@link #begin} starts another attempt
     */
    default void connectionLost(boolean unknownOutcome) {
        rolledBack();
    }

    /**
     * Requests the early end of a long transaction, which is then rolled back. May be called repeatedly, and from other threads.
     *
     * @return true if the caller should interrupt the current statement at the server, and treat the resulting error as
     *     {@link Step#CANCELLED}; false for short transactions, which are finished
     */
    default boolean cancel() {
        return false;
    }
}
