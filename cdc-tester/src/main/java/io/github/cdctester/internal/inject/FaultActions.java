// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Fault;
import java.io.IOException;

/** Breaks things, and puts them right again. For one thread. */
interface FaultActions {

    /** Does it; of a fault that lasts, begins it. */
    String begin(Fault fault) throws IOException;

    /** Ends a fault that lasts. */
    void end(Fault fault);
}
