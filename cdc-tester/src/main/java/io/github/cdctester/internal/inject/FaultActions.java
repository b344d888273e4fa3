// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Fault;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;

/** Injects faults of one target, and undoes them; in the injector's thread. */
public interface FaultActions {

    /** Has no target. */
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
     * @param second its time, in seconds from the start of the measured part
     * @return its effect, in a phrase
     */
    String begin(Fault fault, double second) throws IOException;

    /** Undoes a lasting fault. */
    void end(Fault fault);

    /** The measured part has ended: no further fault comes. */
    default void over() {}
}
