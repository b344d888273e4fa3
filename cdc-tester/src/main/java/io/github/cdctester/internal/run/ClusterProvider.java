// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;

/** Connects worker nodes. Loaded by {@link java.util.ServiceLoader} from the artifact {@code cdc-tester-cluster}. */
public interface ClusterProvider {

    /**
     * Returns after all nodes are ready.
     *
     * @throws StoppedEarlyException if the stop signal was raised before all nodes were ready
     * @throws io.github.cdctester.failure.InvalidPlanException if the secret cannot be read
     */
    RunNodes connect(
            WorkerNodes nodes, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException;
}
