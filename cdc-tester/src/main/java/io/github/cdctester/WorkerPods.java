// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.KeyFile;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.pod.WorkerPlatform;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Worker nodes in pods of a Kubernetes cluster, for one or several runs. Needs the artifacts {@code cdc-tester-kubernetes} and
 * {@code cdc-tester-cluster}. This process must reach the pods' addresses.
 */
public final class WorkerPods implements AutoCloseable {

    private final WorkerNodes nodes;
    private final String leftovers;
    private final Resources resources;

    private WorkerPods(WorkerNodes nodes, String leftovers, Resources resources) {
        this.nodes = nodes;
        this.leftovers = leftovers;
        this.resources = resources;
    }

    /**
     * Starts pods, and returns when all of them are ready.
     *
     * @param stop signal that ends the wait for the pods
     * @param progress receives one line per step. During a run, another thread may pass warnings
     * @throws io.github.cdctester.failure.InvalidPlanException if the namespace or the context does not exist
     * @throws RunFailedException if an artifact is missing, or the pods cannot start; created objects are removed first
     */
    public static WorkerPods start(KubernetesPods pods, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        WorkerPlatform platform = RunNodes.platform();
        Resources resources = new Resources();
        try {
            Path secretFile = newSecret(resources);
            WorkerPlatform.RunningWorkerPods jobPods = resources.add(platform.start(pods, secretFile, stop, progress));
            List<InetSocketAddress> addresses = jobPods.addresses();
            WorkerNodes nodes = WorkerNodes.of(
                    addresses.subList(0, pods.writers()), addresses.subList(pods.writers(), pods.count()), secretFile);
            return new WorkerPods(
                    WorkerNodesCopy.of(nodes).platform(jobPods).build(),
                    "job " + jobPods.name() + ", whose pods end after 15 min, and " + secretFile.getParent(),
                    resources);
        } catch (RuntimeException | Error | InterruptedException e) {
            try {
                resources.close();
            } catch (RuntimeException | Error closeFailure) {
                e.addSuppressed(closeFailure);
            }
            throw e;
        }
    }

    private static Path newSecret(Resources resources) {
        try {
            Path directory = Files.createTempDirectory("cdc-tester-workers");
            Path file = directory.resolve("workers.p12");
            resources.add(() -> Files.delete(directory));
            resources.add(() -> Files.deleteIfExists(file));
            KeyFile.create(file);
            return file;
        } catch (IOException e) {
            throw new RunFailedException("the secret for the pods cannot be created: " + e.getMessage(), e);
        }
    }

    /** Returns the nodes, for {@link PlanBuilder#workers}. */
    public WorkerNodes nodes() {
        return nodes;
    }

    /** Describes the objects that remain if this process is killed: the job, and the directory of the nodes' secret. */
    public String leftovers() {
        return leftovers;
    }

    /** Removes the pods and all other created objects. */
    @Override
    public void close() {
        resources.close();
    }
}
