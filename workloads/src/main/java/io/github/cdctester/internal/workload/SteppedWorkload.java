// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.StepJournal.JournalStep;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

public interface SteppedWorkload extends Workload {

    StepJournal stepJournal();

    /** Returns requested kinds of steps that the server does not support. Must be called after {@link #checkServer} or {@link #check}. */
    List<String> unsupportedSteps();

    /** Returns the steps that a single worker would run on this server, in order. Only for workloads with a limited number of steps. */
    List<JournalStep> sequence(Connection connection) throws SQLException, InterruptedException;

    WorkloadSpec onlySteps(List<JournalStep> steps);
}
