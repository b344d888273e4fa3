// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.run.RunListener;

/** Is told how several runs go, one after the other, in the experiment's own thread, and how each of them goes. */
public interface ExperimentListener extends RunListener {

    /** From here on the stream is waited for. */
    default void settling() {}

    /**
     * The wait is over.
     *
     * @param settling how it ended
     */
    default void settled(Settling settling) {}
}
