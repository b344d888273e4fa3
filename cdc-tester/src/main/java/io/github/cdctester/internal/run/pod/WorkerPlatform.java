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
     * Starts the pods, and returns after all of them listen.
     *
     * @param secretFile file with the secret of the nodes and the coordinator
     * @param progress receives one line per step
     * @throws io.github.cdctester.failure.CdcTesterException if the pods cannot start; all created objects are removed first
     */
    RunningWorkerPods start(KubernetesPods pods, Path secretFile, StopSignal stop, Consumer<String> progress)
            throws InterruptedException;

    /** Returns the objects that {@link #start} creates, as YAML, without the secret. */
    String manifests(KubernetesPods pods);

    /**
     * Starts a command in a pod, and returns after it has started.
     *
     * @param progress receives one line per step
     * @throws io.github.cdctester.failure.CdcTesterException if the command cannot start; all created objects are removed first
     */
    PodRun start(PodCommand command, StopSignal stop, Consumer<String> progress) throws InterruptedException;

    /**
     * Returns a run that another process has started.
     *
     * @param context context of the kubeconfig; empty: the current context
     * @param namespace namespace of the run; empty: the namespace of the context
     * @throws io.github.cdctester.failure.CdcTesterException if there is no such run
     */
    PodRun attach(String context, String namespace, String name);

    /** Returns the Job of {@link #start(PodCommand, StopSignal, Consumer)}, as YAML. */
    String manifests(PodCommand command);

    /** Returns Roles with the permissions that users and coordinators need, with an account and a binding, as YAML. */
    String rights();

    interface RunningWorkerPods extends WorkerNodes.Platform, AutoCloseable {

        String name();

        /** Returns the addresses of all pods, in the order of their index. */
        List<InetSocketAddress> addresses();

        /** Removes all created objects. */
        @Override
        void close();
    }
}
