// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.coordinator.Mustering;
import io.github.cdctester.internal.cluster.coordinator.Mustering.Mustered;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.run.RunListener;

/** Worker nodes, where what they need is on the class path. */
final class RunNodes {

    private RunNodes() {}

    /**
     * Finds them.
     *
     * @param stop ends the waiting for them
     * @param resources closes what was opened
     */
    static Mustered muster(
            WorkerNodes nodes, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException {
        try {
            return Mustering.muster(nodes, plan, clock, listener, stop, resources);
        } catch (RunFailedException e) {
            throw stop.isRaised() ? new StoppedEarlyException() : e;
        } catch (NoClassDefFoundError e) { // optional, so that nobody has it who does not need it
            throw new RunFailedException(
                    "worker nodes need io.grpc:grpc-okhttp and io.grpc:grpc-stub on the class path: " + e.getMessage(),
                    e);
        }
    }
}
