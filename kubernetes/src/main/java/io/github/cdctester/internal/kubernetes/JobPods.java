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

    static final long CHECK_INTERVAL_NANOS = 200_000_000;

    /** Maximum time to retry the removal if the API server does not answer. Kubernetes also removes the Job, but later. */
    private static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(40);

    private final NamespacedKubernetesClient client;
    private final String name;
    private final Listener listener;
    private final SharedIndexInformer<Pod> watch;
    private final Access access;
    private boolean mayExist;
    private long removalNanos;

    /** {@code exists} is false after the pod was deleted. */
    interface Listener {
        void onChange(PodState state, boolean exists);
    }

    /** Calls {@code onRefusal} for the first refusal, and for the first refusal after each allowed request. */
    JobPods(
            NamespacedKubernetesClient client,
            String name,
            Listener listener,
            NanoClock clock,
            Consumer<KubernetesClientException> onRefusal) {
        this.client = client;
        this.name = name;
        this.listener = listener;
        access = new Access(clock);
        watch = client.pods().withLabel(Manifests.INSTANCE_LABEL, name).runnableInformer(0);
        watch.addEventHandler(new Changes()).exceptionHandler((started, e) -> {
            LoggerFactory.getLogger(JobPods.class).debug("The watch of the pods failed.", e);
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            if (cause instanceof KubernetesClientException refusal
                    && ApiFailure.isRefusal(refusal)
                    && access.recordRefusal(refusal)) {
                onRefusal.accept(refusal);
            }
            return true; // repeats the watch
        });
    }

    /** The pods wait for the Secret. The Job owns the Secret, so the deadline of the Job applies to both. */
    void create(Job job, Function<String, Secret> secretOfUid) {
        mayExist = true; // even if the response is lost
        String uid = client.resource(job).create().getMetadata().getUid();
        markExisting();
        client.resource(secretOfUid.apply(uid)).create();
    }

    /** Makes {@link #remove} retry if the API server does not answer. */
    void markExisting() {
        mayExist = true;
        removalNanos = REMOVAL_NANOS;
    }

    void watch() {
        watch.start();
    }

    private final class Changes implements ResourceEventHandler<Pod> {

        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            access.recordAllowed();
        }

        @Override
        public void onAdd(Pod pod) {
            record(pod, true);
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            record(pod, true);
        }

        @Override
        public void onDelete(Pod pod, boolean unknownState) {
            record(pod, false);
        }

        private void record(Pod pod, boolean exists) {
            access.recordAllowed();
            listener.onChange(new PodState(pod), exists);
        }
    }

    void failIfRefused() {
        access.failIfRefused();
    }

    /** Returns the last known states, which are outdated while the watch is refused. */
    List<PodState> lastStates() {
        return watch.getStore().list().stream()
                .map(PodState::new)
                .sorted(Comparator.comparing(PodState::index))
                .toList();
    }

    /** Returns the started pods by index; empty if {@code stop} was raised first. A refusal of the watch is an error. */
    Optional<List<PodState>> await(
            KubernetesPods pods,
            Predicate<PodState> isStarted,
            String podsText,
            StopSignal stop,
            Consumer<String> progress)
            throws InterruptedException {
        PodStart start = new PodStart(pods, podsText, isStarted, this::warning, progress, System.nanoTime());
        while (!stop.await(CHECK_INTERVAL_NANOS)) {
            access.failIfEverRefused();
            List<PodState> states = lastStates();
            if (start.isComplete(states, System.nanoTime())) {
                return Optional.of(states.stream().filter(isStarted).toList());
            }
        }
        return Optional.empty();
    }

    /** Returns the first warning about the Job, such as a quota that prevents its pods. */
    private Optional<String> warning() {
        return client.v1().events().list().getItems().stream()
                .filter(event -> "Warning".equals(event.getType())
                        && name.equals(event.getInvolvedObject().getName()))
                .map(event -> event.getReason() + ": " + event.getMessage())
                .findFirst();
    }

    /** Kubernetes then removes the pods and the Secret. */
    void remove(String consequence) {
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            long start = System.nanoTime();
            while (mayExist && !tryRemove(start, consequence)) {
                LockSupport.parkNanos(this, CHECK_INTERVAL_NANOS);
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
    private boolean tryRemove(long startNanos, String consequence) {
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
                        "job " + name + " was not removed: " + ApiFailure.text(e) + "; " + consequence, e);
            }
            return false;
        }
    }
}
