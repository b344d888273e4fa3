// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.workload.Preparation;

/**
 * Receives the events of a run in the run's thread ({@link #rows} also in other threads). A slow listener delays samples.
 *
 * <p>An exception or {@link Error} of a listener ends the run. If {@link #sample} fails, it is not called again. After the clean-up, the
 * run throws the same exception. A suppressed {@link RunInterruptedException} contains the result so far, or the finished result if the
 * listener threw during the clean-up. A suppressed {@link io.github.cdctester.failure.NotRemovedException} reports objects that could
 * not be removed.
 */
public interface RunListener extends Preparation.Progress {

    /**
     * Reports the start of the run's next step.
     *
     * @param step the activity, such as "connecting"
     */
    default void step(String step) {}

    /**
     * Reports a note while the run is active, such as an injected fault. Most notes are known only after the run:
     * {@code RunResult.notes()} contains all notes about the measured values.
     *
     * @param note the note
     */
    default void note(Note note) {}

    /**
     * Reports a message about a consumer that the run starts or reads.
     *
     * @param consumer name of the consumer
     * @param message one line, without a full stop
     */
    default void consumer(String consumer, String message) {}

    /**
     * Reports the sample of a second.
     *
     * @param sample values of the second
     */
    default void sample(SampleRow sample) {}

    /**
     * Reports the start of a phase. A phase with loads starts after the loads have connected.
     *
     * @param name name of the phase
     */
    default void phaseBegins(String name) {}

    /**
     * Reports the end of a load of a phase, after its last transaction.
     *
     * @param name name of the load
     */
    default void loadEnded(String name) {}

    /**
     * Reports the end of a phase, even after a failure or a stop.
     *
     * @param phase times and outcome of the phase
     */
    default void phaseEnded(RunResult.PhaseSpan phase) {}

    @Override
    default void rows(long rowsDone, long rowsTotal) {}

    /**
     * Adds another listener.
     *
     * @param other the listener to call after this listener, unless this listener throws
     * @return a listener that calls both
     */
    default RunListener andThen(RunListener other) {
        return new BothListeners(this, other);
    }
}
