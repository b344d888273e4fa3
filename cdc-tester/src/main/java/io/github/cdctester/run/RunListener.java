// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.SampleRow;
import io.github.cdctester.workload.Preparation;

/** Is told how a run goes, in the run's own thread: a listener that takes long makes samples late. */
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
     * @param note one sentence
     */
    default void note(String note) {}

    /**
     * A second has passed.
     *
     * @param sample what happened in it
     */
    default void sample(SampleRow sample) {}

    @Override
    default void rows(long rowsDone, long rowsTotal) {}
}
