// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.WorkerPlatform;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.stop.StopSignal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The pods of a Job, from its creation to its removal. A watch reports their states. */
final class RunningPods implements WorkerPlatform.Started, ResourceEventHandler<Pod> {

    private static final long CHECK_NANOS = 200_000_000;

    /** Longest wait for an API server that does not answer. After that, the Job removes itself. */
    private static final long REMOVAL_NANOS = TimeUnit.SECONDS.toNanos(40);

    private final NamespacedKubernetesClient client;
    private final Manifests manifests;
    private final KubernetesPods pods;
    private final String name;
    private final SharedIndexInformer<Pod> watch;
    private final Map<String, CompletableFuture<String>> lossReasons = new ConcurrentHashMap<>();
    private volatile List<InetSocketAddress> addresses = List.of();
    private volatile @Nullable KubernetesClientException refusal;
    private volatile boolean closing;
    private boolean mayExist;
    private long removalNanos;

    RunningPods(NamespacedKubernetesClient client, Manifests manifests) {
        this.client = client;
        this.manifests = manifests;
        pods = manifests.pods();
        name = manifests.name();
        watch = client.pods().withLabel(Manifests.INSTANCE, name).runnableInformer(0);
        watch.addEventHandler(this).exceptionHandler((started, e) -> {
            LoggerFactory.getLogger(RunningPods.class).debug("The watch of the pods failed.", e);
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            refusal = cause instanceof KubernetesClientException one && ApiFailure.isRefusal(one) ? one : null;
            return refusal == null; // otherwise the watch is repeated
        });
    }

    /** The Job is first: its deadline applies from the beginning, and it owns the Secret, for which its pods wait. */
    void create(byte[] key) {
        mayExist = true; // even if the response is lost
        String uid = client.resource(manifests.job()).create().getMetadata().getUid();
        removalNanos = REMOVAL_NANOS;
        client.resource(manifests.secret(key, uid)).create();
    }

    /** Waits until all pods listen. */
    void awaitReady(StopSignal stop, Consumer<String> progress) throws InterruptedException {
        watch.start();
        PodStart start = new PodStart(pods, this::warning, progress, System.nanoTime());
        while (!stop.await(CHECK_NANOS)) {
            KubernetesClientException refused = refusal;
            if (refused != null) {
                throw refused;
            }
            List<PodState> states = states();
            if (start.isComplete(states, System.nanoTime())) {
                addresses = states.stream()
                        .filter(PodState::isReady)
                        .map(RunningPods::address)
                        .toList();
                return;
            }
        }
        throw new RunFailedException("stopped while Kubernetes was starting the worker nodes");
    }

    private List<PodState> states() {
        return watch.getStore().list().stream()
                .map(PodState::new)
                .sorted(Comparator.comparing(PodState::index))
                .toList();
    }

    /** Returns the reason for which the Job creates no pods, such as a quota. */
    private Optional<String> warning() {
        return client.v1().events().list().getItems().stream()
                .filter(event -> "Warning".equals(event.getType())
                        && name.equals(event.getInvolvedObject().getName()))
                .map(event -> event.getReason() + ": " + event.getMessage())
                .findFirst();
    }

    private static InetSocketAddress address(PodState state) {
        try {
            return new InetSocketAddress(
                    InetAddress.getByName(state.pod().getStatus().getPodIP()), WorkerNodes.PORT);
        } catch (UnknownHostException e) {
            throw new RunFailedException("Kubernetes reports a wrong address of pod " + state.name(), e);
        }
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return addresses;
    }

    @Override
    public Optional<InetSocketAddress> currentAddress(InetSocketAddress address) {
        int index = addresses.indexOf(address);
        return states().stream()
                .filter(state -> state.index() == index && state.isReady())
                .findFirst()
                .map(RunningPods::address);
    }

    @Override
    public CompletableFuture<String> lossReason(String address) {
        return lossReasons.computeIfAbsent(address, one -> new CompletableFuture<>());
    }

    @Override
    public void onAdd(Pod pod) {
        onUpdate(pod, pod);
    }

    @Override
    public void onUpdate(Pod before, Pod pod) {
        PodState state = new PodState(pod);
        state.lossReason().ifPresent(reason -> recordLoss(state, reason));
    }

    @Override
    public void onDelete(Pod pod, boolean unknownState) {
        PodState state = new PodState(pod);
        recordLoss(state, state.deletionReason());
    }

    private void recordLoss(PodState state, String reason) {
        if (!closing && state.pod().getStatus().getPodIP() != null) {
            CompletableFuture<String> known = lossReason(WorkerNodes.text(address(state)));
            if (!known.complete(reason) && known.join().startsWith(PodState.NODE_NOT_READY)) {
                known.obtrudeValue(
                        reason); // the reason for which the pod ended is known later, when its machine answers
            }
        }
    }

    /** Removes the Job. Kubernetes then removes its pods and its Secret. */
    @Override
    public void close() {
        closing = true;
        try (client;
                DeferredInterrupt held = DeferredInterrupt.hold()) {
            watch.close();
            long start = System.nanoTime();
            while (mayExist && !isRemoved(start)) {
                LockSupport.parkNanos(this, CHECK_NANOS);
            }
            mayExist = false;
        }
    }

    /** Returns false if the API server does not answer, but may answer later. */
    private boolean isRemoved(long startNanos) {
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
                        "job " + name + " was not removed: " + ApiFailure.text(e)
                                + "; pods that run end after 15 min without a coordinator",
                        e);
            }
            return false;
        }
    }
}
