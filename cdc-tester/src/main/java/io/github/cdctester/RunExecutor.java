// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.StartedRun;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunningRun;

/** Executes the runs of a builder. */
interface RunExecutor {

    RunExecutor UNTRACKED = PlannedRun::run;

    RunResult run(PlannedRun plannedRun);

    /** Called by the starting thread after a run has started. The run's thread calls {@link #run}. */
    default void onStarted(RunningRun run) {}

    default RunningRun start(PlannedRun plannedRun) {
        RunningRun run = StartedRun.start(
                plannedRun.settings().stop(), started -> run(plannedRun.withFirstListener(started.listener())));
        onStarted(run);
        return run;
    }
}
