// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/**
 * Makes a workload of one's own. Implementations are found by {@link java.util.ServiceLoader}: a jar on the class path names
 * them in {@code META-INF/services/io.github.cdctester.workload.WorkloadProvider}. A provider has a public constructor without
 * parameters.
 */
public interface WorkloadProvider {

    /** The name that users request; different from the names of built-in workloads and of other providers. */
    String name();

    /**
     * Makes the workload. Reads each of its options, with a default; other options of the user are rejected. Called once per run,
     * perhaps before a server is known, so that it must not connect: {@link Workload#prepare} creates tables,
     * {@link Workload#session} a worker's resources.
     *
     * @param parameters the user's options
     * @return the workload; it gets the provider's name
     * @throws io.github.cdctester.failure.InvalidPlanException if an option is wrong
     */
    Workload workload(WorkloadParameters parameters);
}
