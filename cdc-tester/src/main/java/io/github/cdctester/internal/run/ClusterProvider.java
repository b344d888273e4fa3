// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;

/** Connects worker nodes. {@link java.util.ServiceLoader} finds the implementation in the artifact {@code cdc-tester-cluster}. */
public interface ClusterProvider {

    /**
     * Connects the nodes, and returns after all of them are ready.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if the secret cannot be read
     */
    RunNodes connect(
            WorkerNodes nodes, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException;
}
