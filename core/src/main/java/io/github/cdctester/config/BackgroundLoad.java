// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;

/**
 * A second load that runs beside a plan's own, so that the effect of one on the other shows: a large transaction while small
 * ones are made. It begins with the measured part. When the time is up, the transactions that it is in are finished while
 * the plan's own load goes on.
 *
 * @param workload what it writes; another one than the plan's own
 * @param load how its transactions are started, by workers of its own
 */
public record BackgroundLoad(WorkloadSpec workload, LoadSpec load) {

    /**
     * Refuses what cannot be written beside a workload.
     *
     * @param workload the plan's own
     * @throws InvalidPlanException if both would write the same, or need different tables of the same names
     */
    void checkBeside(WorkloadSpec workload) {
        if (this.workload.name().equals(workload.name())) {
            throw new InvalidPlanException(
                    "background", this.workload.name(), "another workload than the one that it is the background of");
        }
        if (this.workload.needsOtherTablesThan(workload)) {
            throw new InvalidPlanException(
                    "background",
                    this.workload.name(),
                    "one with the same tables as " + workload.name() + ", which has these too");
        }
    }

    boolean sharesTablesWith(WorkloadSpec other) {
        return workload.sharesTablesWith(other);
    }
}
