// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.sql.SQLException;

/** A step of a transaction on one session's connection. */
interface StepRun {

    /**
     * Makes the step.
     *
     * @param work is told what was sent
     * @return whether the transaction goes on; otherwise a row that it needs is not there
     */
    boolean run(Work work) throws SQLException;
}
