// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.run.RunListener;

/** Connects worker nodes. The artifact {@code cdc-tester-cluster} has the one implementation, for {@link java.util.ServiceLoader}. */
public interface ClusterProvider {

    /**
     * Connects the nodes, and returns when all of them are ready.
     *
     * @param resources closes what was opened
     * @throws io.github.cdctester.failure.InvalidPlanException if the secret cannot be read
     * @throws io.github.cdctester.failure.RunFailedException if a node cannot be reached or refuses, or the stop signal was raised
     */
    RunNodes connect(
            WorkerNodes nodes, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException;
}
