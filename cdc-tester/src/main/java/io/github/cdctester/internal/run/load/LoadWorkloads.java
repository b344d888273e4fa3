// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.workload.Workload;
import java.util.HashMap;
import java.util.Map;

/**
 * The workloads of one run, each created once: the run uses the checked workload, even if its file changes meanwhile; loads with
 * the same workload share it. Not thread-safe.
 */
public final class LoadWorkloads {

    private final Map<WorkloadSpec, Workload> made = new HashMap<>();

    public Workload make(WorkloadSpec spec) {
        Workload workload = Workloads.of(spec);
        made.put(spec, workload);
        return workload;
    }

    /** Returns the existing workload, or creates it. */
    public Workload of(WorkloadSpec spec) {
        Workload known = made.get(spec);
        return known == null ? make(spec) : known;
    }
}
