// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.StatementTally;

/** Receives the reports of load workers. Called concurrently by all workers' threads. */
public interface WriteSink {

    default StatementTally newTally() {
        return new StatementTally();
    }

    /**
     * Reports a completed transaction: committed, or rolled back if the workload requires this.
     *
     * @param tally statements of the transaction, including failed attempts, and the commits that the binlog must contain
     */
    void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally);

    void error(int code);

    /**
     * Reports a transaction that the server refused repeatedly.
     *
     * @param fromNanos time of the first error
     * @param untilNanos time of the commit, or of the end of the load
     */
    default void transactionRefused(long fromNanos, long untilNanos) {}

    void reconnected();

    /** Reports that a worker has replaced a working connection because its workload requires it. */
    void connectionRenewed();

    /**
     * Reports a transaction without a known end: its outcome is unknown, or the load ended or failed before a retry. Only
     * statements that were committed separately are counted, because the binlog must contain them.
     *
     * @param tally statements of the transaction, and the commits that the binlog must contain
     */
    void transactionUnfinished(StatementTally tally);

    /** Reports that a connection broke when the transaction may have been committed. */
    void unknownOutcome();
}
