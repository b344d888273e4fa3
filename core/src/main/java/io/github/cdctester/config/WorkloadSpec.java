// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** What traffic to write. One implementation a family of workloads. */
public interface WorkloadSpec {

    /**
     * Names the workload as the command line and the results do.
     *
     * @return the name, such as {@code oltp_insert}
     */
    String name();
}
