// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.run.load.WorkerPoolFactory;
import io.github.cdctester.internal.run.stream.StreamReadings;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.Summary.NodeSummary;
import io.github.cdctester.run.RunListener;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The worker nodes of a run, connected.
 *
 * @param crews provides the workers of loads; empty where this process writes
 * @param summaries each node's figures; complete once the run has ended
 */
public record RunNodes(
        Optional<WorkerPoolFactory> crews, StreamReadings readings, Supplier<List<NodeSummary>> summaries) {

    /** This process writes and reads. */
    static final RunNodes NONE = new RunNodes(Optional.empty(), StreamReadings.HERE, List::of);

    static RunNodes connect(
            WorkerNodes nodes, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException {
        try {
            return provider().connect(nodes, plan, clock, listener, stop, resources);
        } catch (RunFailedException e) {
            throw stop.isRaised() ? new StoppedEarlyException() : e;
        } catch (NoClassDefFoundError e) {
            throw missing(e);
        }
    }

    /** Finds the cluster module beside this one, whatever class loader the calling thread has. */
    static ClusterProvider provider() {
        try {
            return ServiceLoader.load(ClusterProvider.class, ClusterProvider.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> missing(null));
        } catch (ServiceConfigurationError e) {
            throw missing(e);
        }
    }

    private static RunFailedException missing(@Nullable Throwable cause) {
        return new RunFailedException(
                "worker nodes need io.github.cdctester:cdc-tester-cluster, in the version of cdc-tester, and its"
                        + " dependencies on the class path: add it"
                        + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                cause);
    }
}
