// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/**
 * Makes a workload of one's own. Implementations are found by {@link java.util.ServiceLoader}: a jar on the class path names
 * them in {@code META-INF/services/io.github.cdctester.workload.WorkloadProvider}. A provider has a public constructor without
 * parameters.
 */
public interface WorkloadProvider {

    /** The name that users request; not that of a workload of cdc-tester's or of another provider. */
    String name();

    /**
     * Makes the workload. Requests every option that it knows, with a default for each; what the user gave beside these is
     * refused. Called once a run, perhaps before it is known whether there is a server, so nothing is connected to here: {@link Workload#prepare} makes tables,
     * {@link Workload#session} what belongs to a worker.
     *
     * @param parameters what the user wants
     * @return the workload; its name is the provider's, whatever it says itself
     * @throws io.github.cdctester.failure.InvalidPlanException if an option is wrong
     */
    Workload workload(WorkloadParameters parameters);
}
