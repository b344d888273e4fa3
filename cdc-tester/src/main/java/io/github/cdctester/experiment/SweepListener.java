// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;

/** Is told how a sweep goes, in the sweep's own thread, and how each of its runs goes. */
public interface SweepListener extends ExperimentListener {

    /**
     * A run begins.
     *
     * @param step which step, from 1
     * @param steps of how many
     * @param label the axis' value
     * @param repeat which run of the step, from 1
     */
    default void runBegins(int step, int steps, String label, int repeat) {}

    /**
     * A run has failed; the sweep goes on or not, as its plan has it.
     *
     * @param step what there is of it
     * @param failure why
     */
    default void runFailed(StepResult step, RuntimeException failure) {}

    /**
     * There is something new: a run has ended, or the sweep has. What is written down here is not lost, whatever comes.
     *
     * @param latest the run that has ended
     * @param soFar the sweep up to now
     */
    default void progress(StepResult latest, SweepResult soFar) {}
}
