// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.workload.StatementTally;
import java.sql.SQLException;

/** One of the five transactions, on one worker's connection: its statements, but not its end. */
interface Transaction extends AutoCloseable {

    /** Draws the input and executes the statements, counting each. */
    TransactionOutcome execute(StatementTally tally) throws SQLException;

    @Override
    void close() throws SQLException;
}
