// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;

interface RunClock extends NanoClock {

    RunClock SYSTEM = StopSignal::await;

    @Override
    default long nanoTime() {
        return NanoClock.SYSTEM.nanoTime();
    }

    /** Returns early when the signal is raised. */
    void await(StopSignal stop, long nanos) throws InterruptedException;
}
