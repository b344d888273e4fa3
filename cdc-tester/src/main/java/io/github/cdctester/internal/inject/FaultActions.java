// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;

/** Injects the faults of one kind of target, and undoes them. Called by the injector's thread. */
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
     * Injects a fault, or starts a lasting one.
     *
     * @param second time of the fault, in seconds from the start of the measured part
     * @return the effect of the fault, as a phrase
     */
    String begin(Fault fault, double second) throws IOException;

    /** Undoes a lasting fault. */
    void end(Fault fault);

    /** Called after the measured part has ended: no further fault follows. */
    default void onMeasuredPartEnded() {}
}
