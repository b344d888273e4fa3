// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.workload.Workload;
import java.util.HashMap;
import java.util.Map;

/**
 * Creates each workload of a run once; loads with equal specifications share it. Not thread-safe. A later change of a workload file has no
 * effect.
 */
public final class LoadWorkloads {

    private final Map<WorkloadSpec, Workload> workloads = new HashMap<>();
    private volatile boolean areTablesCreated;

    public Workload createWorkload(WorkloadSpec spec) {
        Workload workload = Workloads.workloadOf(spec);
        workloads.put(spec, workload);
        return workload;
    }

    public Workload of(WorkloadSpec spec) {
        Workload existingWorkload = workloads.get(spec);
        return existingWorkload == null ? createWorkload(spec) : existingWorkload;
    }

    void onTablesCreated() {
        areTablesCreated = true;
    }

    public boolean haveTablesBeenCreated() {
        return areTablesCreated;
    }
}
