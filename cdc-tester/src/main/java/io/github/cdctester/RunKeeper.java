// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.StartedRun;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunningRun;

/** Who looks after a builder's runs. */
interface RunKeeper {

    /** Nobody does. */
    RunKeeper NOBODY = new RunKeeper() {
        @Override
        public RunResult run(PlannedRun planned) {
            return planned.run();
        }

        @Override
        public void started(RunningRun run) {}
    };

    /** Runs a plan in the calling thread. */
    RunResult run(PlannedRun planned);

    /** A run goes on in a thread of its own, which {@link #run} is called in. */
    void started(RunningRun run);

    /** Runs a plan in a thread of its own. */
    default RunningRun start(PlannedRun planned) {
        RunningRun run =
                StartedRun.start(planned.settings().stop(), started -> run(planned.toldFirst(started.listener())));
        started(run);
        return run;
    }
}
