// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.experiment.Settler;
import io.github.cdctester.internal.run.RunController;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;

/** Makes a matrix' runs, and the waits between them. */
interface MatrixRuns {

    /**
     * Makes a run.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it fails
     */
    RunResult run(RunSettings settings);

    /** Waits until the stream is at rest. */
    Settling settle();

    /** Real ones. */
    static MatrixRuns conducted(RunSettings base, MatrixPlan matrix) {
        Settler settler = new Settler(base, matrix.settleTimeout());
        return new MatrixRuns() {
            @Override
            public RunResult run(RunSettings settings) {
                return new RunController(settings).run();
            }

            @Override
            public Settling settle() {
                return settler.settle();
            }
        };
    }
}
