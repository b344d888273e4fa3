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
import io.github.cdctester.internal.time.NanoClock;
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
import org.slf4j.LoggerFactory;

/** The pods of a Job, from its creation to its removal. A watch reports their states. */
final class JobPods {

    static final long CHECK_NANOS = 200_000_000;

    /** Maximum wait for an API server that does not answer. Kubernetes removes the Job later. */
    private static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(40);

    private final NamespacedKubernetesClient client;
    private final String name;
    private final SharedIndexInformer<Pod> watch;
    private final Access access;
    private boolean mayExist;
    private long removalNanos;

    JobPods(NamespacedKubernetesClient client, String name, ResourceEventHandler<Pod> handler, NanoClock clock) {
        this(client, name, handler, clock, e -> {});
    }

    /**
     * Creates a watch. A refused watch is repeated, with a renewed token if there is one.
     *
     * @param onRefusal receives the first refusal, also after the watch was allowed again
     */
    JobPods(
            NamespacedKubernetesClient client,
            String name,
            ResourceEventHandler<Pod> handler,
            NanoClock clock,
            Consumer<KubernetesClientException> onRefusal) {
        this.client = client;
        this.name = name;
        access = new Access(clock);
        watch = client.pods().withLabel(Manifests.INSTANCE, name).runnableInformer(0);
        watch.addEventHandler(handler).addEventHandler(new Allowed()).exceptionHandler((started, e) -> {
            LoggerFactory.getLogger(JobPods.class).debug("The watch of the pods failed.", e);
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            if (cause instanceof KubernetesClientException one && ApiFailure.isRefusal(one) && access.refuse(one)) {
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

    /** Each list of the pods, with which a watch begins, and each change is an allowed request. */
    private final class Allowed implements ResourceEventHandler<Pod> {

        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            access.allow();
        }

        @Override
        public void onAdd(Pod pod) {
            access.allow();
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            access.allow();
        }

        @Override
        public void onDelete(Pod pod, boolean unknownState) {
            access.allow();
        }
    }

    /** Fails if the watch is refused for so long that its states are too old. */
    void failIfRefused() {
        access.failIfRefused();
    }

    /** Returns the last known states, which are old while the watch is refused. */
    List<PodState> lastStates() {
        return watch.getStore().list().stream()
                .map(PodState::new)
                .sorted(Comparator.comparing(PodState::index))
                .toList();
    }

    /**
     * Waits until all pods have started. A refusal of the watch is an error.
     *
     * @param what the pods, as messages name them
     * @return the pods in the order of their index; empty if {@code stop} was raised first
     */
    Optional<List<PodState>> await(
            KubernetesPods pods, Predicate<PodState> started, String what, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        PodStart start = new PodStart(pods, what, started, this::warning, progress, System.nanoTime());
        while (!stop.await(CHECK_NANOS)) {
            access.failIfEverRefused();
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
