// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.util.List;

/**
 * A workload that describes its statements, so that a JDBC driver or the native client can execute them. {@link
 * #session} executes them with JDBC.
 */
public interface StatementWorkload extends Workload {

    /**
     * Returns the statements with fixed text, to which {@link Transactions} refer by index.
     *
     * @return the same list at each call, shared by all workers
     */
    List<StatementTemplate> templates();

    /** Returns statements that each new connection executes as text before it prepares templates; none by default. */
    default List<String> connectionSetup() {
        return List.of();
    }

    /**
     * Creates a worker's transactions. {@link #check} must have been called before.
     *
     * @param worker the worker's number, from 0
     * @return the transactions of this worker, independent of a connection
     */
    Transactions transactions(int worker);
}
