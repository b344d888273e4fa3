// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Trial;

/** Is told how the search for the highest rate goes, in the search's own thread, and how each of its runs goes. */
public interface FindMaxListener extends ExperimentListener {

    /**
     * A trial begins.
     *
     * @param step which one, from 1
     * @param mostSteps of how many at most
     * @param rate starts a second
     * @param purpose what it is for
     */
    default void trialBegins(int step, int mostSteps, double rate, Purpose purpose) {}

    /**
     * A run has failed; it is tried again once.
     *
     * @param trial what there is of it
     * @param failure why
     */
    default void runFailed(Trial trial, RuntimeException failure) {}

    /**
     * There is something new: a trial has ended. What is written down here is not lost, whatever comes.
     *
     * @param latest the trial that has ended
     * @param soFar the search up to now
     */
    default void progress(Trial latest, FindMaxResult soFar) {}
}
