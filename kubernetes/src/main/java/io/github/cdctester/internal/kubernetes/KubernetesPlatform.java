// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodRun;
import io.github.cdctester.internal.run.pod.WorkerPlatform;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** Starts worker nodes and commands as pods. Uses the user's kubeconfig or, inside a pod, its service account. */
public final class KubernetesPlatform implements WorkerPlatform {

    private static final int NAME_SUFFIX_LENGTH = 8;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int RETRIES = 2;

    @Override
    public RunningWorkerPods start(KubernetesPods pods, Path secretFile, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        return start(client(pods.context(), pods.namespace()), pods, secretFile, stop, progress);
    }

    static RunningWorkerPods start(
            NamespacedKubernetesClient client,
            KubernetesPods pods,
            Path secretFile,
            StopSignal stop,
            Consumer<String> progress)
            throws InterruptedException {
        String name = newName();
        RunningPods runningPods =
                new RunningPods(client, new Manifests(pods, name, Manifests.WORKER), progress, NanoClock.SYSTEM);
        return startOrRemove(client, runningPods, runningPods::close, () -> {
            progress.accept("starting " + PlainText.withNoun(pods.count(), "pod") + " as job " + name + " in namespace "
                    + client.getNamespace());
            runningPods.create(Files.readAllBytes(secretFile));
            runningPods.awaitReady(stop);
        });
    }

    @Override
    public PodRun start(PodCommand command, StopSignal stop, Consumer<String> progress) throws InterruptedException {
        return start(client(command.pod().context(), command.pod().namespace()), command, stop, progress);
    }

    static PodRun start(
            NamespacedKubernetesClient client, PodCommand command, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        ClusterRun run = new ClusterRun(
                client, command.pod(), newName(), command.outputs(), RunFollower.LOG_TIMEOUT, NanoClock.SYSTEM);
        return startOrRemove(client, run, run::removeAndClose, () -> {
            progress.accept("starting the run as job " + run.name() + " in namespace " + client.getNamespace()
                    + "; 'cdc-tester attach " + run.name() + "' follows it");
            run.create(command, stop, progress);
        });
    }

    @Override
    public PodRun attach(String context, String namespace, String name) {
        return attach(client(context, namespace), name);
    }

    static PodRun attach(NamespacedKubernetesClient client, String name) {
        try {
            return ClusterRun.attach(client, name);
        } catch (RuntimeException e) {
            try (client) {
                throw e instanceof KubernetesClientException failure ? ApiFailure.of(failure, client) : e;
            }
        }
    }

    private static String newName() {
        return "cdc-tester-" + UUID.randomUUID().toString().substring(0, NAME_SUFFIX_LENGTH);
    }

    private interface Start {
        void run() throws IOException, InterruptedException;
    }

    private static <T> T startOrRemove(NamespacedKubernetesClient client, T pods, Runnable remove, Start start)
            throws InterruptedException {
        try {
            start.run();
            return pods;
        } catch (KubernetesClientException e) {
            removeAfterFailure(remove, e);
            throw ApiFailure.of(e, client);
        } catch (IOException e) {
            removeAfterFailure(remove, e);
            throw new RunFailedException("the secret of the pods cannot be read: " + e.getMessage(), e);
        } catch (RuntimeException | Error | InterruptedException e) {
            removeAfterFailure(remove, e);
            throw e;
        }
    }

    private static void removeAfterFailure(Runnable remove, Throwable failure) {
        try {
            remove.run();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static NamespacedKubernetesClient client(String context, String namespace) {
        Config config = Config.autoConfigure(context.isEmpty() ? null : context);
        if (!context.isEmpty()
                && (config.getCurrentContext() == null
                        || !config.getCurrentContext().getName().equals(context))) {
            throw new InvalidPlanException("kubernetesContext", context, "a context of the kubeconfig");
        }
        if (!namespace.isEmpty() || config.getNamespace() == null) {
            config.setNamespace(namespace.isEmpty() ? "default" : namespace);
        }
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setRequestTimeout((int) REQUEST_TIMEOUT.toMillis());
        config.setRequestRetryBackoffLimit(RETRIES);
        return new KubernetesClientBuilder().withConfig(config).build().adapt(NamespacedKubernetesClient.class);
    }

    @Override
    public String manifests(KubernetesPods pods) {
        return yaml(new Manifests(pods, "cdc-tester-workers", Manifests.WORKER).workers(), pods);
    }

    @Override
    public String manifests(PodCommand command) {
        return yaml(new Manifests(command.pod(), "cdc-tester-run", Manifests.RUN).run(command), command.pod());
    }

    private static String yaml(HasMetadata job, KubernetesPods pods) {
        if (!pods.namespace().isEmpty()) {
            job.getMetadata().setNamespace(pods.namespace());
        }
        return Serialization.asYaml(job);
    }

    @Override
    public String rights() {
        return Manifests.resource("rights.yaml");
    }
}
