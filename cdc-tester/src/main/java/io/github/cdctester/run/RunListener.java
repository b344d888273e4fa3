// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.workload.Preparation;

/**
 * Is told how a run goes, in the run's own thread (of rows also in others): a listener that takes long makes samples late.
 *
 * <p>What a listener throws ends the run, an {@link Error} such as an assertion's as well. Everything is closed, what the run
 * has made is removed as it would be after a failure, and then the very object that was thrown comes out of the run. The result
 * so far is not lost: a {@link RunInterruptedException} that it suppresses has it; where the listener threw while the run was
 * cleaning up, that is the finished result. What could not be removed is suppressed too, as a {@link
 * io.github.cdctester.failure.NotRemovedException}.
 */
public interface RunListener extends Preparation.Progress {

    /**
     * The run goes over to its next step.
     *
     * @param step what happens now, as in "connecting"
     */
    default void step(String step) {}

    /**
     * Something that a reader of the numbers must know.
     *
     * @param note what it is
     */
    default void note(Note note) {}

    /**
     * A second has passed.
     *
     * @param sample what happened in it
     */
    default void sample(SampleRow sample) {}

    /**
     * A phase of a run that is planned in phases begins now; a phase of loads when their connections are there.
     *
     * @param name its name
     */
    default void phaseBegins(String name) {}

    /**
     * A load of a phase has ended: all of its transactions have.
     *
     * @param name its name
     */
    default void loadEnded(String name) {}

    /**
     * A phase has ended, as it should or not.
     *
     * @param phase how it went
     */
    default void phaseEnded(RunResult.PhaseSpan phase) {}

    @Override
    default void rows(long rowsDone, long rowsTotal) {}

    /**
     * Tells somebody else as well.
     *
     * @param other is told everything after this one, unless this one throws
     * @return a listener that tells both
     */
    default RunListener andThen(RunListener other) {
        return new BothListeners(this, other);
    }
}
