// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.pod;

import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs worker nodes and commands in a cluster. {@link java.util.ServiceLoader} finds the implementation in {@code
 * cdc-tester-kubernetes}.
 */
public interface WorkerPlatform {

    /**
     * Returns after all pods listen.
     *
     * @param secretFile secret of the nodes and the coordinator
     * @param progress receives one line per step
     * @throws io.github.cdctester.failure.CdcTesterException if the pods cannot start; created objects are removed first
     */
    RunningWorkerPods start(KubernetesPods pods, Path secretFile, StopSignal stop, Consumer<String> progress)
            throws InterruptedException;

    /** Returns YAML without the secret. */
    String manifests(KubernetesPods pods);

    /**
     * Returns after the command has started.
     *
     * @param progress receives one line per step
     * @throws io.github.cdctester.failure.CdcTesterException if the command cannot start; created objects are removed first
     */
    PodRun start(PodCommand command, StopSignal stop, Consumer<String> progress) throws InterruptedException;

    /**
     * @param context of the kubeconfig; empty: the current context
     *
     * @param namespace empty: the namespace of the context
     * @throws io.github.cdctester.failure.CdcTesterException if there is no such run
     */
    PodRun attach(String context, String namespace, String name);

    String manifests(PodCommand command);

    /** Returns Roles with the permissions that users and coordinators need, as YAML. */
    String rights();

    interface RunningWorkerPods extends WorkerNodes.Platform, AutoCloseable {

        String name();

        /** Returns the addresses in the order of the pods' index. */
        List<InetSocketAddress> addresses();

        @Override
        void close();
    }
}
