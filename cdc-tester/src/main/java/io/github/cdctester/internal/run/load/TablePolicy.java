// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec;
import java.util.Map;

/** How a run makes, checks and drops the tables that it writes to. */
public record TablePolicy(
        boolean prepare, boolean cleanup, boolean dropForeign, boolean checkConsistency, Filling filling) {

    /** Tables that are filled as the loads say. */
    public TablePolicy(boolean prepare, boolean cleanup, boolean dropForeign, boolean checkConsistency) {
        this(prepare, cleanup, dropForeign, checkConsistency, Filling.OF_THE_LOADS);
    }

    /**
     * How tables are filled, where it differs from how they are written to afterwards.
     *
     * @param threads how many fill them, from 1; 0 for as many as the loads have
     * @param seed what their rows are drawn with; 0 for that of the loads
     */
    public record Filling(int threads, long seed, Map<WorkloadSpec, WorkloadSpec> seeded) {

        public static final Filling OF_THE_LOADS = new Filling(0, 0, Map.of());

        public Filling {
            seeded = Map.copyOf(seeded);
        }

        /** Whose tables are made, and by how many. */
        public Plan of(Plan plan) {
            if (threads == 0 && seeded.isEmpty()) {
                return plan;
            }
            return plan.loads(plan.tableOwners().stream()
                    .map(load -> new NamedLoad(
                            load.name(),
                            seeded.getOrDefault(load.workload(), load.workload()),
                            LoadSpec.closedLoop(threads == 0 ? plan.threadsOn(load) : threads),
                            load.start(),
                            load.length(),
                            load.transactions(),
                            load.background()))
                    .toList());
        }
    }
}
