// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.StatementTally;

/** Receives the reports of load workers. Called concurrently by all workers' threads. */
public interface WriteSink {

    default StatementTally newTally() {
        return new StatementTally();
    }

    /** The transaction was committed, or rolled back if the workload requires this. {@code tally} includes failed attempts. */
    void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally);

    void error(int code);

    /**
     * Reports a transaction that the server refused repeatedly, from the first error until the commit or the end of the load.
     */
    default void transactionRefused(long fromNanos, long untilNanos) {}

    void reconnected();

    void connectionRenewed();

    /**
     * The outcome is unknown, or the load ended before a retry. Only separately committed statements count, because the binlog
     * must contain them.
     */
    void transactionUnfinished(StatementTally tally);

    void unknownOutcome();
}
