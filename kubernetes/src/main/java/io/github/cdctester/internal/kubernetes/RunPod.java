// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The pod of a run: its Job, its last known state, and its containers. */
final class RunPod {

    private final NamespacedKubernetesClient client;
    private final String job;
    private final JobPods pods;
    private volatile @Nullable LastState lastState;

    /** @param exists false if the pod has been deleted */
    record LastState(PodState state, boolean exists) {}

    RunPod(NamespacedKubernetesClient client, String job, NanoClock clock) {
        this.client = client;
        this.job = job;
        pods = new JobPods(client, job, this::record, clock, refusal -> {});
    }

    JobPods pods() {
        return pods;
    }

    /** Returns false if {@code stop} was raised first. */
    boolean awaitStart(KubernetesPods settings, StopSignal stop, Consumer<String> progress)
            throws InterruptedException {
        LastState lastKnown = lastState;
        if (lastKnown != null && lastKnown.state().hasStarted(Manifests.RUN)) {
            return true;
        }
        var startedPods = pods.await(settings, pod -> pod.hasStarted(Manifests.RUN), "the run", stop, progress);
        startedPods.ifPresent(states -> recordFirst(states.get(0)));
        return startedPods.isPresent();
    }

    /** The watch may report the pod later than its store. */
    private synchronized void recordFirst(PodState state) {
        if (lastState == null) {
            lastState = new LastState(state, true);
        }
    }

    /** Returns the last known state of a started pod. Fails if Kubernetes has refused to report changes for over 30 s. */
    LastState lastState() {
        pods.failIfRefused();
        return lastKnown();
    }

    /** The answer may be outdated while Kubernetes refuses to report changes. */
    boolean keepsFiles() {
        LastState lastKnown = lastKnown();
        return lastKnown.exists()
                && !lastKnown.state().hasFailed()
                && lastKnown.state().termination(Manifests.RESULTS).isEmpty();
    }

    boolean hasEnded() {
        LastState lastKnown = lastKnown();
        return !lastKnown.exists()
                || lastKnown.state().termination(Manifests.RUN).isPresent();
    }

    private LastState lastKnown() {
        LastState lastKnown = lastState;
        if (lastKnown == null) {
            throw new RunFailedException("the run has not started");
        }
        return lastKnown;
    }

    /** Describes the exceeded deadline of the Job; empty if it was not exceeded or cannot be read. */
    Optional<String> deadlineReason() {
        try {
            return Optional.ofNullable(client.batch().v1().jobs().withName(job).get())
                    .flatMap(found -> Optional.ofNullable(found.getStatus()))
                    .flatMap(status -> status.getConditions().stream()
                            .filter(condition -> "DeadlineExceeded".equals(condition.getReason()))
                            .findFirst())
                    .map(condition -> condition.getReason() + ": " + condition.getMessage());
        } catch (KubernetesClientException e) {
            LoggerFactory.getLogger(RunPod.class).debug("The deadline of the run cannot be read.", e);
            return Optional.empty();
        }
    }

    ContainerResource container(String name) {
        return client.pods()
                .withName(lastState().state().name())
                .inContainer(name)
                .withReadyWaitTimeout(0);
    }

    CdcTesterException failure(KubernetesClientException e) {
        return ApiFailure.of(e, client);
    }

    synchronized void record(PodState state, boolean exists) {
        lastState = new LastState(state, exists);
    }
}
