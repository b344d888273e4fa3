// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/**
 * Creates a custom workload. {@link java.util.ServiceLoader} finds implementations: a jar on the class path lists them in {@code
 * META-INF/services/io.github.cdctester.workload.WorkloadProvider}. A provider needs a public constructor without parameters.
 */
public interface WorkloadProvider {

    /**
     * Returns the name by which users select the workload. It must differ from the names of built-in workloads and of
     * other providers.
     */
    String name();

    /**
     * Creates the workload. The provider must read all of its options, each with a default value; all other options of
     * the user are rejected. Called once per run, possibly before the server is known, so the provider must not
     * connect. {@link Workload#prepare} creates tables, {@link Workload#session} creates a worker's resources.
     *
     * @param parameters the user's options
     * @return the workload; its name is the provider's name
     * @throws io.github.cdctester.failure.InvalidPlanException if an option is invalid
     */
    Workload workload(WorkloadParameters parameters);
}
