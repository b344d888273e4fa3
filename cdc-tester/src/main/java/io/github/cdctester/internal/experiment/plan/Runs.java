// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.result.RunResult;
import java.util.List;
import java.util.function.Consumer;

/** Runs the run of an experiment. */
@FunctionalInterface
interface Runs {

    /**
     * Runs.
     *
     * @param told is told what was measured in each phase, before this returns or throws
     */
    RunResult run(PlannedRun run, Consumer<List<PhaseTotals>> told);
}
