// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;

/** Injects and undoes the faults of one kind of target, in the injector's thread. */
public interface FaultActions {

    /** For a run without consumers. */
    FaultActions NONE = new FaultActions() {
        @Override
        public String begin(Fault fault, double second) {
            throw new RunFailedException("this run starts no consumer");
        }

        @Override
        public void end(Fault fault) {}
    };

    /**
     * A fault with a duration lasts until {@link #end}.
     *
     * @param second from the start of the measured part
     * @return the effect, as a phrase
     */
    String begin(Fault fault, double second) throws IOException;

    void end(Fault fault);

    /** No further fault follows. */
    default void onMeasuredPartEnded() {}
}
