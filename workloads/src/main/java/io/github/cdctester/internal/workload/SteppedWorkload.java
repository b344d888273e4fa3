// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.StepJournal.JournalStep;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A workload whose transactions belong to steps that have numbers and names. */
public interface SteppedWorkload extends Workload {

    /** Returns its steps and their transactions. */
    StepJournal steps();

    /**
     * Returns the kinds of steps that were requested and that the server does not support; call it after the server was queried.
     */
    List<String> leftOut();

    /** The steps that a single worker makes at this server, in order, as far as their number is given; none of them is sent. */
    List<JournalStep> sequence(Connection connection) throws SQLException, InterruptedException;

    /** Describes the same workload with some of its steps left out. */
    WorkloadSpec sending(List<JournalStep> some);
}
