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
import io.github.cdctester.internal.run.WorkerPlatform;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** Starts worker nodes as pods, with the kubeconfig of the user, or with the service account of the own pod. */
public final class KubernetesPlatform implements WorkerPlatform {

    private static final int NAME_LENGTH = 8;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final int RETRIES = 2;

    @Override
    public Started start(KubernetesPods pods, Path secretFile, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        return start(client(pods), pods, secretFile, stop, progress);
    }

    static Started start(
            NamespacedKubernetesClient client,
            KubernetesPods pods,
            Path secretFile,
            StopSignal stop,
            Consumer<String> progress)
            throws InterruptedException {
        String name = "cdc-tester-" + UUID.randomUUID().toString().substring(0, NAME_LENGTH);
        RunningPods running = new RunningPods(client, new Manifests(pods, name));
        try {
            progress.accept("starting " + PlainText.counted(pods.count(), "pod") + " as job " + name + " in namespace "
                    + client.getNamespace());
            running.create(Files.readAllBytes(secretFile));
            running.awaitReady(stop, progress);
            return running;
        } catch (KubernetesClientException e) {
            close(running, e);
            throw ApiFailure.of(e, client.getConfiguration().getMasterUrl(), client.getNamespace());
        } catch (IOException e) {
            close(running, e);
            throw new RunFailedException(secretFile + " cannot be read: " + e.getMessage(), e);
        } catch (RuntimeException | Error | InterruptedException e) {
            close(running, e);
            throw e;
        }
    }

    private static void close(RunningPods running, Throwable failure) {
        try {
            running.close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static NamespacedKubernetesClient client(KubernetesPods pods) {
        Config config = Config.autoConfigure(pods.context().isEmpty() ? null : pods.context());
        if (!pods.context().isEmpty()
                && (config.getCurrentContext() == null
                        || !config.getCurrentContext().getName().equals(pods.context()))) {
            throw new InvalidPlanException("kubernetesContext", pods.context(), "a context of the kubeconfig");
        }
        if (!pods.namespace().isEmpty() || config.getNamespace() == null) {
            config.setNamespace(pods.namespace().isEmpty() ? "default" : pods.namespace());
        }
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setRequestTimeout((int) REQUEST_TIMEOUT.toMillis());
        config.setRequestRetryBackoffLimit(RETRIES);
        return new KubernetesClientBuilder().withConfig(config).build().adapt(NamespacedKubernetesClient.class);
    }

    @Override
    public String manifests(KubernetesPods pods) {
        HasMetadata job = new Manifests(pods, "cdc-tester-workers").job();
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
