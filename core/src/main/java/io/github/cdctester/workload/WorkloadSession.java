// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.SQLException;

/** One worker's share of a workload: prepared statements, random numbers, counters. Confined to the worker's thread. */
public interface WorkloadSession extends AutoCloseable {

    /**
     * Runs one transaction to its commit.
     *
     * @param tally counts the statements
     * @return the kind of transaction, an index into {@link Workload#transactionKinds()}
     * @throws SQLException if the server refuses a statement; the transaction is then not committed
     */
    int execute(StatementTally tally) throws SQLException;

    /**
     * Makes the connection ready for another try after an error.
     *
     * @throws SQLException if the connection is broken
     */
    void reset() throws SQLException;

    @Override
    void close() throws SQLException;
}
