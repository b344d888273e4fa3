// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.workload.Preparation;

/**
 * Receives the events of a run, in the run's own thread (rows also in others): a slow listener delays samples.
 *
 * <p>An exception of a listener ends the run, also an {@link Error} such as an assertion's. Everything is closed, the run's objects
 * are removed like after a failure, and then the run throws the same exception. A suppressed {@link RunInterruptedException}
 * contains the result so far; if the listener threw during the clean-up, that is the finished result. Objects that could not be
 * removed are reported by a suppressed {@link io.github.cdctester.failure.NotRemovedException}.
 */
public interface RunListener extends Preparation.Progress {

    /**
     * The run goes over to its next step.
     *
     * @param step what happens now, as in "connecting"
     */
    default void step(String step) {}

    /**
     * Reports a remark about the numbers.
     *
     * @param note the remark
     */
    default void note(Note note) {}

    /**
     * Reports a message about a consumer that the run starts or reads: before the load its source, after the run each remark on
     * its lines and its end.
     *
     * @param consumer its name
     * @param message one line, without a full stop
     */
    default void consumer(String consumer, String message) {}

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
     * Adds another listener.
     *
     * @param other is called after this one, unless this one throws
     * @return a listener that calls both
     */
    default RunListener andThen(RunListener other) {
        return new BothListeners(this, other);
    }
}
