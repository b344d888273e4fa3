// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import java.sql.SQLException;
import java.util.List;

/** A workload whose tables must satisfy conditions whenever nobody writes. */
public interface ConsistentWorkload extends Workload {

    /**
     * Asks the server for each condition. Reads only.
     *
     * @param work connections and threads; the progress is not told
     * @param moment whether the tables are fresh, which more can be said about
     * @return each condition with what was found
     * @throws SQLException if the server refuses a statement
     * @throws InterruptedException if it is stopped, or the thread is interrupted
     */
    List<Condition> conditions(Preparation work, Condition.Moment moment) throws SQLException, InterruptedException;
}
