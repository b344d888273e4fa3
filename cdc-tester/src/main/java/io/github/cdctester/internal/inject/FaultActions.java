// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;

/** Injects and undoes the faults of one kind of target. Called by the injector's thread. */
public interface FaultActions {

    /** Rejects every fault, for a run without consumers. */
    FaultActions NONE = new FaultActions() {
        @Override
        public String begin(Fault fault, double second) {
            throw new RunFailedException("this run starts no consumer");
        }

        @Override
        public void end(Fault fault) {}
    };

    /**
     * Injects a fault. A fault with a duration lasts until {@link #end}.
     *
     * @param second time of the fault, in seconds from the start of the measured part
     * @return the effect of the fault, as a phrase
     */
    String begin(Fault fault, double second) throws IOException;

    /** Undoes a fault with a duration. */
    void end(Fault fault);

    /** Called after the measured part has ended. No further fault follows. */
    default void onMeasuredPartEnded() {}
}
