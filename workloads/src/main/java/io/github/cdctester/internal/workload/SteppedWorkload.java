// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.StepJournal.JournalStep;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A workload whose transactions belong to numbered and named steps. */
public interface SteppedWorkload extends Workload {

    StepJournal stepJournal();

    /**
     * Returns the requested kinds of steps that the server does not support. Must be called after {@link #checkServer} or
     * {@link #check}.
     */
    List<String> unsupportedSteps();

    /**
     * Returns the steps that a single worker would run on this server, in order, without running them. Only for workloads
     * with a limited number of steps.
     */
    List<JournalStep> sequence(Connection connection) throws SQLException, InterruptedException;

    /** Returns a specification that runs only the given steps. */
    WorkloadSpec onlySteps(List<JournalStep> steps);
}
