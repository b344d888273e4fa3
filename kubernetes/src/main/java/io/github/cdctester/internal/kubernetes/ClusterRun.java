// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodOutputs;
import io.github.cdctester.internal.run.pod.PodRun;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs a command in the pod of a Job. Requires only access to the API server. */
final class ClusterRun implements PodRun {

    private final String name;
    private final KubernetesPods settings;
    private final PodOutputs outputs;
    private final RunPod pod;
    private final RunFollower follower;
    private final NanoClock clock;

    ClusterRun(
            NamespacedKubernetesClient client,
            KubernetesPods settings,
            String name,
            PodOutputs outputs,
            Duration logTimeout,
            NanoClock clock) {
        this.name = name;
        this.settings = settings;
        this.outputs = outputs;
        pod = new RunPod(client, name, clock);
        follower = new RunFollower(pod, logTimeout, clock);
        this.clock = clock;
    }

    void create(PodCommand command, StopSignal stop, Consumer<String> progress) throws InterruptedException {
        Manifests manifests = new Manifests(command.pod(), name, Manifests.RUN);
        pod.pods().create(manifests.run(command), uid -> manifests.secret(Manifests.data(command), uid));
        pod.pods().watch();
        if (!pod.awaitStart(settings, stop, progress)) {
            throw new RunFailedException("stopped while Kubernetes was starting the run");
        }
    }

    static ClusterRun attach(NamespacedKubernetesClient client, String name) {
        Job job = client.batch().v1().jobs().withName(name).get();
        if (job == null || !Manifests.RUN.equals(job.getMetadata().getLabels().get(Manifests.COMPONENT_LABEL))) {
            throw new RunFailedException("there is no run " + name + " in namespace " + client.getNamespace()
                    + ": Kubernetes has removed it, or it is in another namespace");
        }
        if (hasEnded(job)
                && client.pods()
                        .withLabel(Manifests.INSTANCE_LABEL, name)
                        .list()
                        .getItems()
                        .isEmpty()) {
            throw new RunFailedException("run " + name + " has ended, and its pod with output and files was deleted");
        }
        ClusterRun run = new ClusterRun(
                client,
                KubernetesPods.writers(1, ""),
                name,
                Manifests.outputs(job),
                RunFollower.LOG_TIMEOUT,
                NanoClock.SYSTEM);
        run.pod.pods().markExisting();
        run.pod.pods().watch();
        return run;
    }

    private static boolean hasEnded(Job job) {
        return job.getStatus() != null
                && job.getStatus().getConditions().stream()
                        .anyMatch(condition -> Set.of("Complete", "Failed").contains(condition.getType()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PodOutputs outputs() {
        return outputs;
    }

    @Override
    public Optional<End> follow(StopSignal stop, Consumer<String> out, Consumer<String> err)
            throws InterruptedException {
        try {
            return pod.awaitStart(settings, stop, problem -> err.accept("cdc-tester: " + problem))
                    ? follower.follow(stop, out, err)
                    : Optional.empty();
        } catch (KubernetesClientException e) {
            throw pod.failure(e);
        }
    }

    @Override
    public boolean interrupt() throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new PodShell(pod).execute(PodShell.INTERRUPT_SCRIPT, out, new StopSignal());
            return out.size() == 0;
        } catch (KubernetesClientException e) {
            throw pod.failure(e);
        } catch (IOException e) {
            if (pod.hasEnded()) {
                return true;
            }
            throw new RunFailedException("run " + name + " cannot be stopped: " + e.getMessage(), e);
        }
    }

    @Override
    public void fetch(StopSignal stop, Function<String, Optional<Path>> targetOf) throws InterruptedException {
        try {
            if (!new PodFiles(pod, clock).copy(stop, targetOf)) {
                throw new RunFailedException("stopped while the files of run " + name + " were copied");
            }
        } catch (KubernetesClientException e) {
            throw pod.failure(e);
        } catch (IOException e) {
            throw new RunFailedException("the files of run " + name + " cannot be fetched: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean keepsFiles() {
        return pod.keepsFiles();
    }

    @Override
    public void remove() {
        pod.pods().remove("Kubernetes removes it after --kubernetes-keep");
    }

    void removeAndClose() {
        try {
            remove();
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        pod.pods().close();
    }
}
