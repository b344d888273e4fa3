// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

/** The settings of a workload that only a limited number of processes can execute. */
public interface ProcessLimit {

    /**
     * Rejects a number of processes that is too large.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if a process would have nothing to do
     */
    void checkProcesses(int processes);
}
