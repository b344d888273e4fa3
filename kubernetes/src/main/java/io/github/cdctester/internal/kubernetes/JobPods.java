// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.stop.StopSignal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The pods of a Job, from its creation to its removal. A watch reports their states. */
final class JobPods {

    static final long CHECK_NANOS = 200_000_000;

    /** Maximum wait for an API server that does not answer. Kubernetes removes the Job later. */
    private static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(40);

    private final NamespacedKubernetesClient client;
    private final String name;
    private final SharedIndexInformer<Pod> watch;
    private volatile @Nullable KubernetesClientException refusal;
    private boolean mayExist;
    private long removalNanos;

    JobPods(NamespacedKubernetesClient client, String name, ResourceEventHandler<Pod> handler) {
        this(client, name, handler, e -> {});
    }

    /** Creates a watch; {@code onRefusal} receives its first refusal. A refused watch is repeated, with a renewed token if there is one. */
    JobPods(
            NamespacedKubernetesClient client,
            String name,
            ResourceEventHandler<Pod> handler,
            Consumer<KubernetesClientException> onRefusal) {
        this.client = client;
        this.name = name;
        watch = client.pods().withLabel(Manifests.INSTANCE, name).runnableInformer(0);
        watch.addEventHandler(handler).exceptionHandler((started, e) -> {
            LoggerFactory.getLogger(JobPods.class).debug("The watch of the pods failed.", e);
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            if (refusal == null && cause instanceof KubernetesClientException one && ApiFailure.isRefusal(one)) {
                refusal = one;
                onRefusal.accept(one);
            }
            return true; // repeats the watch
        });
    }

    /** Creates the Job, and then the Secret, which the Job owns and its pods wait for. So the deadline of the Job applies to both. */
    void create(Job job, Function<String, Secret> secretOfUid) {
        mayExist = true; // even if the response is lost
        String uid = client.resource(job).create().getMetadata().getUid();
        exists();
        client.resource(secretOfUid.apply(uid)).create();
    }

    /** Marks the Job as existing, so that {@link #remove} retries. */
    void exists() {
        mayExist = true;
        removalNanos = REMOVAL_NANOS;
    }

    void watch() {
        watch.start();
    }

    /** Fails if the watch was refused, because it may then report no changes. */
    void failIfRefused() {
        KubernetesClientException refused = refusal;
        if (refused != null) {
            throw ApiFailure.of(refused, client.getConfiguration().getMasterUrl(), client.getNamespace());
        }
    }

    /** Returns the last known states, which are old while the watch is refused. */
    List<PodState> lastStates() {
        return watch.getStore().list().stream()
                .map(PodState::new)
                .sorted(Comparator.comparing(PodState::index))
                .toList();
    }

    /**
     * Waits until all pods have started.
     *
     * @param what the pods, as messages name them
     * @return the pods in the order of their index; empty if {@code stop} was raised first
     */
    Optional<List<PodState>> await(
            KubernetesPods pods, Predicate<PodState> started, String what, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        PodStart start = new PodStart(pods, what, started, this::warning, progress, System.nanoTime());
        while (!stop.await(CHECK_NANOS)) {
            failIfRefused();
            List<PodState> states = lastStates();
            if (start.isComplete(states, System.nanoTime())) {
                return Optional.of(states.stream().filter(started).toList());
            }
        }
        return Optional.empty();
    }

    /** Returns the reason for which the Job creates no pods, such as a quota. */
    private Optional<String> warning() {
        return client.v1().events().list().getItems().stream()
                .filter(event -> "Warning".equals(event.getType())
                        && name.equals(event.getInvolvedObject().getName()))
                .map(event -> event.getReason() + ": " + event.getMessage())
                .findFirst();
    }

    /** Removes the Job. Kubernetes then removes its pods and its Secret. */
    void remove(String remains) {
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            long start = System.nanoTime();
            while (mayExist && !isRemoved(start, remains)) {
                LockSupport.parkNanos(this, CHECK_NANOS);
            }
            mayExist = false;
        }
    }

    void close() {
        try (client) {
            watch.close();
        }
    }

    /** Returns false if the API server does not answer, but may answer later. */
    private boolean isRemoved(long startNanos, String remains) {
        try {
            client.batch()
                    .v1()
                    .jobs()
                    .withName(name)
                    .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                    .delete();
            return true;
        } catch (KubernetesClientException e) {
            if (!ApiFailure.isUnanswered(e) || System.nanoTime() - startNanos > removalNanos) {
                throw new RunFailedException(
                        "job " + name + " was not removed: " + ApiFailure.text(e) + "; " + remains, e);
            }
            return false;
        }
    }
}
