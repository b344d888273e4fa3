// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.StartedRun;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunningRun;
import java.util.function.Supplier;

/** Executes the runs of a builder. */
interface RunExecutor {

    RunExecutor UNTRACKED = new RunExecutor() {
        @Override
        public RunResult run(PlannedRun plannedRun) {
            return plannedRun.run();
        }

        @Override
        public RunningRun start(Supplier<RunningRun> starter) {
            return starter.get();
        }
    };

    RunResult run(PlannedRun plannedRun);

    /** Called by the starting thread. The run's thread calls {@link #run}. */
    RunningRun start(Supplier<RunningRun> starter);

    default RunningRun start(PlannedRun plannedRun) {
        return start(() -> StartedRun.start(
                plannedRun.settings().stop(), started -> run(plannedRun.withFirstListener(started.listener()))));
    }
}
