// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.Workload;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The workloads that a node writes for one coordinator, each made once: loads that write the same one have it in common, and go on
 * with its numbers, as on one machine. For any thread.
 */
final class NodeWorkloads {

    private final Map<WorkloadSpec, Workload> made = new ConcurrentHashMap<>();

    /**
     * The one that was made, or makes it.
     *
     * @param numbers what its workers have in common with those of other nodes; {@code null} where they have nothing
     */
    Workload of(WorkloadSpec spec, @Nullable SharedNumbers numbers) {
        return made.computeIfAbsent(spec, any -> numbers == null ? Workloads.of(any) : Workloads.of(any, numbers));
    }
}
