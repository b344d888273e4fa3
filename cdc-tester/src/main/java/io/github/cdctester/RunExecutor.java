// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.StartedRun;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunningRun;

/** Executes the runs of a builder. {@link RunScope} implements it to track its runs. */
interface RunExecutor {

    /** Executes runs without tracking them. */
    RunExecutor UNTRACKED = new RunExecutor() {
        @Override
        public RunResult run(PlannedRun planned) {
            return planned.run();
        }

        @Override
        public void onStarted(RunningRun run) {}
    };

    /** Runs a plan in the calling thread. */
    RunResult run(PlannedRun planned);

    /** Called by the starting thread after a run has started. The run's thread calls {@link #run}. */
    void onStarted(RunningRun run);

    /** Runs a plan in a new thread. */
    default RunningRun start(PlannedRun planned) {
        RunningRun run = StartedRun.start(
                planned.settings().stop(), started -> run(planned.withFirstListener(started.listener())));
        onStarted(run);
        return run;
    }
}
