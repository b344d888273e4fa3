// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.StatementTally;

/** Receives the workers' reports. Called from all workers' threads at once. */
public interface WriteSink {

    default StatementTally tally() {
        return new StatementTally();
    }

    /**
     * Reports a completed transaction: committed, or rolled back if that belongs to the workload.
     *
     * @param tally its statements, including failed attempts, and the commits that the binlog must contain
     */
    void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally);

    void error(int code);

    /** The server refused one transaction repeatedly, from its first error to its commit or the end of the load. */
    default void refused(long fromNanos, long untilNanos) {}

    void reconnected();

    /** Reports that a worker has replaced a working connection because its workload requires it. */
    void renewed();

    /**
     * A transaction came to no end that is known: its outcome is unknown, or the load ended before it could be tried again. It
     * counts for nothing, but for statements that were committed by themselves, which the binlog must have.
     *
     * @param tally its statements, and the commits that the binlog must have
     */
    void unfinished(StatementTally tally);

    /** A connection broke while a commit was under way: the transaction may have been committed or not. */
    void unknownOutcome();
}
