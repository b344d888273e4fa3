// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodes.Platform.Instance;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.pod.WorkerPlatform;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The worker nodes of a Job, from its creation to its removal. */
final class RunningPods implements WorkerPlatform.RunningWorkerPods {

    private final Manifests manifests;
    private final Consumer<String> progress;
    private final NanoClock clock;
    private final JobPods pods;

    /** Loss reasons by the name of the pod. */
    private final Map<String, CompletableFuture<String>> lossReasons = new ConcurrentHashMap<>();

    /** Ordered by index. */
    private volatile List<Instance> initialPods = List.of();

    private volatile boolean isClosing;
    private long startNanos;
    private Duration startDuration = Duration.ZERO;

    RunningPods(NamespacedKubernetesClient client, Manifests manifests, Consumer<String> progress, NanoClock clock) {
        this.manifests = manifests;
        this.progress = progress;
        this.clock = clock;
        pods = new JobPods(client, manifests.name(), this::record, clock, this::reportRefusal);
    }

    /** Reports a refusal during the run if lost pods are replaced. At the start, a refusal is an error. */
    void reportRefusal(KubernetesClientException e) {
        if (manifests.pods().replaced() && !initialPods.isEmpty()) {
            progress.accept("warning: Kubernetes refuses the watch of the pods: " + ApiFailure.text(e)
                    + "; until it allows the watch, no replaced pod is found");
        }
    }

    void create(byte[] key) {
        startNanos = clock.nanoTime();
        pods.create(manifests.workers(), uid -> manifests.secret(Map.of(Manifests.SECRET_FILE, key), uid));
    }

    void awaitReady(StopSignal stop) throws InterruptedException {
        pods.watch();
        initialPods = pods
                .await(manifests.pods(), PodState::isReady, "the worker nodes", stop, progress)
                .orElseThrow(() -> new RunFailedException("stopped while Kubernetes was starting the worker nodes"))
                .stream()
                .map(RunningPods::instance)
                .toList();
        startDuration = Duration.ofNanos(clock.nanoTime() - startNanos);
    }

    /** A machine that starts pods slowly also answers slowly. */
    @Override
    public Duration callTimeout() {
        return WorkerNodes.CALL_TIMEOUT.plus(startDuration);
    }

    private static Instance instance(PodState state) {
        try {
            InetAddress address = InetAddress.getByName(state.pod().getStatus().getPodIP());
            return new Instance(state.name(), new InetSocketAddress(address, WorkerNodes.PORT));
        } catch (UnknownHostException e) {
            throw new RunFailedException("Kubernetes reports a wrong address of pod " + state.name(), e);
        }
    }

    @Override
    public String name() {
        return manifests.name();
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return initialPods.stream().map(Instance::address).toList();
    }

    @Override
    public Optional<Instance> current(InetSocketAddress address) {
        int index = addresses().indexOf(address);
        if (!manifests.pods().replaced()) {
            return Optional.of(initialPods.get(index));
        }
        return pods.lastStates().stream()
                .filter(state -> state.index() == index && state.isReady())
                .findFirst()
                .map(RunningPods::instance);
    }

    @Override
    public CompletableFuture<String> lossReason(String name) {
        return lossReasons.computeIfAbsent(name, pod -> new CompletableFuture<>());
    }

    private void record(PodState state, boolean exists) {
        if (!exists) {
            recordLoss(state, state.deletionReason());
            return;
        }
        state.lossReason().ifPresent(reason -> recordLoss(state, reason));
        if (state.isReady()) { // the machine answers again
            lossReasons.computeIfPresent(state.name(), (name, known) -> known.isDone() ? null : known);
        }
    }

    private void recordLoss(PodState state, String reason) {
        if (!isClosing) {
            CompletableFuture<String> known = lossReason(state.name());
            if (!known.complete(reason) && known.join().startsWith(PodState.NODE_NOT_READY)) {
                known.obtrudeValue(reason); // the actual reason is reported later
            }
        }
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            pods.remove("pods that run end after 15 min without a coordinator");
        } finally {
            pods.close();
        }
    }
}
