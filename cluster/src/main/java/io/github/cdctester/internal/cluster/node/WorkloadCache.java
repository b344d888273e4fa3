// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.Workload;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The workloads of one coordinator: loads with the same workload share one instance and its numbers. For any thread. */
final class WorkloadCache {

    private final Map<WorkloadSpec, Workload> made = new ConcurrentHashMap<>();

    Workload of(WorkloadSpec spec, @Nullable SharedNumbers numbers) {
        return made.computeIfAbsent(spec, any -> numbers == null ? Workloads.of(any) : Workloads.of(any, numbers));
    }
}
