// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import java.util.Map;

/** Settings for creating, checking and dropping the tables of a run. */
public record TablePolicy(
        boolean prepare, boolean cleanup, boolean dropForeign, boolean checkConsistency, Filling filling) {

    public TablePolicy(boolean prepare, boolean cleanup, boolean dropForeign, boolean checkConsistency) {
        this(prepare, cleanup, dropForeign, checkConsistency, Filling.OF_THE_LOADS);
    }

    /**
     * Replaces the settings of the loads for filling tables.
     *
     * @param threads filling threads; 0 for the loads' number
     * @param seed 0 for the loads' seed
     * @param seededWorkloads copies with {@code seed}, by the original workload
     */
    public record Filling(int threads, long seed, Map<WorkloadSpec, WorkloadSpec> seededWorkloads) {

        public static final Filling OF_THE_LOADS = new Filling(0, 0, Map.of());

        public Filling {
            seededWorkloads = Map.copyOf(seededWorkloads);
        }

        public Plan of(Plan plan) {
            if (threads == 0 && seededWorkloads.isEmpty()) {
                return plan;
            }
            return plan.loads(plan.tableOwners().stream()
                    .map(load -> load.writing(
                            seededWorkloads.getOrDefault(load.workload(), load.workload()),
                            LoadSpec.closedLoop(threads == 0 ? plan.fillThreads(load) : threads)))
                    .toList());
        }
    }
}
