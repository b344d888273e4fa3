// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.workload.Workload;
import java.util.HashMap;
import java.util.Map;

/**
 * Creates each workload of a run once. Loads with equal workload specifications share one workload. If a workload file changes
 * later, the change has no effect. Not thread-safe.
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

    /** Records that a run has created the tables of these workloads. */
    void onTablesCreated() {
        areTablesCreated = true;
    }

    /** Returns true if a run has created the tables of these workloads. */
    public boolean haveTablesBeenCreated() {
        return areTablesCreated;
    }
}
