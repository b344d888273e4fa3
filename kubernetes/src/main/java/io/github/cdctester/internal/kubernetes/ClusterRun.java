// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.PodCommand;
import io.github.cdctester.internal.run.PodOutputs;
import io.github.cdctester.internal.run.PodRun;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A command in the pod of a Job. Needs the API server only. */
final class ClusterRun implements PodRun, ResourceEventHandler<Pod> {

    private static final int MAX_OWN_EXIT_CODE = 3;

    /** After this time without a line, the connection may be dead, so the log is opened again. */
    private static final long MAX_SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** After this time since the end without a log, it does not exist, like the log of an evicted pod. */
    private static final long MAX_UNREADABLE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int FETCH_TRIES = 60;

    private final NamespacedKubernetesClient client;
    private final KubernetesPods settings;
    private final String name;
    private final PodOutputs outputs;
    private final JobPods pods;
    private volatile @Nullable PodState deleted;
    private @Nullable PodLog log;
    private boolean started;
    private boolean wasLost;
    private boolean lacksOutput;
    private boolean lacksFiles;

    ClusterRun(NamespacedKubernetesClient client, KubernetesPods settings, String name, PodOutputs outputs) {
        this.client = client;
        this.settings = settings;
        this.name = name;
        this.outputs = outputs;
        pods = new JobPods(client, name, this);
    }

    void create(PodCommand command, StopSignal stop, Consumer<String> progress) throws InterruptedException {
        Manifests manifests = new Manifests(command.pod(), name, Manifests.RUN);
        pods.create(manifests.run(command), uid -> manifests.secret(Manifests.data(command), uid));
        pods.watch();
        if (!awaitStart(stop, progress)) {
            throw new RunFailedException("stopped while Kubernetes was starting the run");
        }
    }

    /**
     * Returns a run that another process has started.
     *
     * @throws RunFailedException if there is no such run
     */
    static ClusterRun attach(NamespacedKubernetesClient client, String name) {
        Job job = client.batch().v1().jobs().withName(name).get();
        if (job == null || !Manifests.RUN.equals(job.getMetadata().getLabels().get(Manifests.COMPONENT))) {
            throw new RunFailedException("there is no run " + name + " in namespace " + client.getNamespace()
                    + ": Kubernetes has removed it, or it is in another namespace");
        }
        ClusterRun run = new ClusterRun(client, KubernetesPods.writers(1, ""), name, Manifests.outputs(job));
        run.wasLost = hasNoPodAnyMore(client, job);
        run.started = run.wasLost;
        run.pods.exists();
        run.pods.watch();
        return run;
    }

    private static boolean hasNoPodAnyMore(NamespacedKubernetesClient client, Job job) {
        boolean hasEnded = job.getStatus() != null
                && job.getStatus().getConditions().stream()
                        .anyMatch(condition -> Set.of("Complete", "Failed").contains(condition.getType()));
        String name = job.getMetadata().getName();
        return hasEnded
                && client.pods()
                        .withLabel(Manifests.INSTANCE, name)
                        .list()
                        .getItems()
                        .isEmpty();
    }

    private boolean awaitStart(StopSignal stop, Consumer<String> progress) throws InterruptedException {
        started = pods.await(settings, pod -> pod.hasStarted(Manifests.RUN), "the run", stop, progress)
                .isPresent();
        return started;
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
        PodLog followed = log == null ? new PodLog(out, err) : log;
        log = followed;
        try {
            if (!started && !awaitStart(stop, problem -> err.accept("cdc-tester: " + problem))) {
                return Optional.empty();
            }
            return followTo(followed, stop, err);
        } catch (KubernetesClientException e) {
            throw failure(e);
        }
    }

    private Optional<End> followTo(PodLog followed, StopSignal stop, Consumer<String> err) throws InterruptedException {
        long readableNanos = System.nanoTime();
        while (true) {
            PodState pod = pods.states().stream().findFirst().orElse(null);
            if (pod == null) {
                return awaitDeletion(stop) ? Optional.of(lost()) : Optional.empty();
            }
            ContainerStateTerminated end = pod.end(Manifests.RUN).orElse(null);
            boolean complete = copyLog(pod, followed, stop);
            if (stop.isRaised()) {
                return Optional.empty();
            }
            String error = followed.error();
            if (end == null || error.isEmpty()) {
                readableNanos = System.nanoTime();
            }
            lacksOutput = System.nanoTime() - readableNanos > MAX_UNREADABLE_NANOS;
            if (lacksOutput) {
                err.accept("cdc-tester: the last lines of the run cannot be read: " + error);
            } else if (complete) {
                followed.finish();
            }
            if (end != null && (complete || lacksOutput)) {
                return Optional.of(end(pod, end));
            }
            if (end == null && pod.hasFailed()) {
                return Optional.of(new End(
                        1, pod.removalReason().or(() -> Optional.of("pod " + pod.name() + " failed"))));
            }
            stop.await(RETRY_NANOS);
        }
    }

    /** Returns true if the log was read to its end. */
    private boolean copyLog(PodState pod, PodLog followed, StopSignal stop) throws InterruptedException {
        try (LogWatch watch = followed.open(container(pod, Manifests.RUN))) {
            CompletableFuture<Throwable> closed = watch.onClose().toCompletableFuture();
            while (!closed.isDone() && followed.silentNanos() < MAX_SILENT_NANOS) {
                if (stop.await(JobPods.CHECK_NANOS)) {
                    return false;
                }
            }
            return closed.isDone() && closed.getNow(null) == null && isReadable(followed.error());
        }
    }

    private static boolean isReadable(String error) {
        if (error.startsWith("{") && error.endsWith("}")) {
            Status status = Serialization.unmarshal(error, Status.class);
            if (status.getCode() != null && ApiFailure.isRefusal(new KubernetesClientException(status))) {
                throw new KubernetesClientException(status);
            }
        }
        return error.isEmpty();
    }

    private static End end(PodState pod, ContainerStateTerminated end) {
        boolean isOwn = end.getExitCode() <= MAX_OWN_EXIT_CODE && !"OOMKilled".equals(end.getReason());
        return isOwn
                ? new End(end.getExitCode(), pod.removalReason(end))
                : new End(1, pod.removalReason().or(() -> Optional.of(pod.endReason(end))));
    }

    private PodState pod() {
        return pods.states().stream()
                .findFirst()
                .orElseThrow(() -> new RunFailedException("the pod of run " + name + " does not exist any more"));
    }

    /** The watch reports a deletion shortly after it removes the pod from its store. Returns false after the signal. */
    private boolean awaitDeletion(StopSignal stop) throws InterruptedException {
        while (deleted == null && !wasLost) {
            if (stop.await(JobPods.CHECK_NANOS)) {
                return false;
            }
        }
        return true;
    }

    private End lost() {
        PodState last = deleted;
        return last == null
                ? new End(
                        1,
                        Optional.of("its pod does not exist any more: it ended, or it was removed after"
                                + " --kubernetes-keep"))
                : last.end(Manifests.RUN)
                        .map(end -> end(last, end))
                        .orElseGet(() -> new End(1, Optional.of(last.deletionReason())));
    }

    private ContainerResource container(PodState pod, String container) {
        return client.pods().withName(pod.name()).inContainer(container).withReadyWaitTimeout(0);
    }

    @Override
    public void interrupt() throws InterruptedException {
        try {
            shell().execute(PodShell.INTERRUPT, OutputStream.nullOutputStream());
        } catch (KubernetesClientException e) {
            throw failure(e);
        } catch (IOException e) {
            throw new RunFailedException("run " + name + " cannot be stopped: " + e.getMessage(), e);
        }
    }

    @Override
    public void fetch(Function<String, Optional<Path>> places) throws InterruptedException {
        lacksFiles = true;
        try {
            Path packed = Files.createTempFile("cdc-tester-files", ".gz");
            try {
                download(packed);
                try (InputStream in = Files.newInputStream(packed)) {
                    PodFiles.unpack(in, places);
                }
                lacksFiles = false;
            } finally {
                Files.delete(packed);
            }
        } catch (KubernetesClientException e) {
            throw failure(e);
        } catch (IOException e) {
            throw new RunFailedException("the files of run " + name + " cannot be fetched: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean hasMore() {
        return lacksOutput || lacksFiles && pods.states().stream().anyMatch(ClusterRun::keepsFiles);
    }

    private static boolean keepsFiles(PodState pod) {
        return !pod.hasFailed() && pod.end(Manifests.RESULTS).isEmpty();
    }

    private void download(Path packed) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try (OutputStream out = Files.newOutputStream(packed)) {
                shell().execute(PodFiles.SCRIPT, out);
                return;
            } catch (IOException e) {
                if (tries == FETCH_TRIES || e.getCause() instanceof TimeoutException || !keepsFiles(pod())) {
                    throw e;
                }
                TimeUnit.NANOSECONDS.sleep(RETRY_NANOS);
            }
        }
    }

    private PodShell shell() {
        return new PodShell(container(pod(), Manifests.RESULTS));
    }

    private CdcTesterException failure(KubernetesClientException e) {
        return ApiFailure.of(e, client.getConfiguration().getMasterUrl(), client.getNamespace());
    }

    @Override
    public void remove() {
        pods.remove("Kubernetes removes it after its time");
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
        pods.close();
    }

    @Override
    public void onAdd(Pod pod) {}

    @Override
    public void onUpdate(Pod before, Pod pod) {}

    @Override
    public void onDelete(Pod pod, boolean unknownState) {
        deleted = new PodState(pod);
    }
}
