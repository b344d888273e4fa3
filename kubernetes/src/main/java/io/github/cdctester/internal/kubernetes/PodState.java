// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The state of a pod in Kubernetes. */
record PodState(Pod pod) {

    private static final String INDEX_LABEL = "batch.kubernetes.io/job-completion-index";

    /** Start of the problem text if no machine accepts the pod. */
    static final String UNSCHEDULABLE = "Unschedulable";

    /** Start of the loss reason if the pod's machine does not answer. The pod itself may still run. */
    static final String NODE_NOT_READY = "NodeNotReady";

    private static final String DELETED = "deleted";

    private static final Set<String> USUAL_WAITING_REASONS = Set.of("ContainerCreating", "PodInitializing");

    int index() {
        return Integer.parseInt(pod.getMetadata().getLabels().getOrDefault(INDEX_LABEL, "-1"));
    }

    String name() {
        return pod.getMetadata().getName();
    }

    boolean isReady() {
        return hasCondition("Ready", "True") && termination().isEmpty();
    }

    /** Returns true if the container has started, even if it has ended since then. */
    boolean hasStarted(String container) {
        return state(container)
                .filter(state -> state.getRunning() != null || state.getTerminated() != null)
                .isPresent();
    }

    Optional<ContainerStateTerminated> termination(String container) {
        return state(container).map(ContainerState::getTerminated);
    }

    /** Returns the reason why Kubernetes ended the pod, or is about to end it; empty if its containers end themselves. */
    Optional<String> removalReason() {
        return removal().map(this::withPodAndNode);
    }

    /** Returns the reason why Kubernetes ended a container. A deletion counts only if the container failed after it. */
    Optional<String> removalReason(ContainerStateTerminated end) {
        return removal()
                .filter(reason -> !reason.equals(DELETED) || end.getExitCode() == 1 && isAfterDeletion(end))
                .map(this::withPodAndNode);
    }

    /** Tolerates 1 s, because the API server updates the deletion time. */
    private boolean isAfterDeletion(ContainerStateTerminated end) {
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        Instant deletion =
                Instant.parse(pod.getMetadata().getDeletionTimestamp()).minusSeconds(grace == null ? 0 : grace);
        return end.getFinishedAt() != null
                && !Instant.parse(end.getFinishedAt()).isBefore(deletion.minusSeconds(1));
    }

    String endReason(ContainerStateTerminated end) {
        return withPodAndNode(text(end));
    }

    Optional<String> problem() {
        return termination()
                .map(text -> "ended before it was ready: " + text)
                .or(() -> condition("PodScheduled", "False").map(PodState::text))
                .or(() -> states().flatMap(state -> Stream.ofNullable(state.getWaiting()))
                        .filter(waiting -> !USUAL_WAITING_REASONS.contains(waiting.getReason()))
                        .findFirst()
                        .map(PodState::text))
                .map(text -> text + " (pod " + name() + ")");
    }

    boolean hasFailed() {
        return "Failed".equals(pod.getStatus().getPhase());
    }

    /** Returns the reason why the pod ended, is about to end, or does not answer; empty if it runs. */
    Optional<String> lossReason() {
        return termination()
                .or(() -> isOnSilentNode() ? Optional.of(NODE_NOT_READY) : Optional.empty())
                .map(this::withPodAndNode);
    }

    boolean isOnSilentNode() {
        return hasCondition("Ready", "False") && hasCondition("ContainersReady", "True");
    }

    String deletionReason() {
        return lossReason().orElseGet(() -> withPodAndNode(DELETED));
    }

    private String withPodAndNode(String reason) {
        return reason + ", pod " + name() + " on node " + pod.getSpec().getNodeName();
    }

    private Optional<String> termination() {
        return removal()
                .filter(reason -> !reason.equals(DELETED))
                .or(() -> states().flatMap(state -> Stream.ofNullable(state.getTerminated()))
                        .findFirst()
                        .map(this::text))
                .or(this::removal);
    }

    private Optional<String> removal() {
        return Optional.ofNullable(pod.getStatus().getReason()) // such as Evicted, set by the kubelet
                .map(reason -> withMessage(reason, pod.getStatus().getMessage()))
                .or(() -> condition("DisruptionTarget", "True").map(PodState::text))
                .or(() -> Optional.ofNullable(pod.getMetadata().getDeletionTimestamp())
                        .map(deletionTime -> DELETED));
    }

    private String text(ContainerStateTerminated end) {
        String limit = Optional.ofNullable(pod.getSpec()
                        .getContainers()
                        .get(0)
                        .getResources()
                        .getLimits()
                        .get("memory"))
                .map(memory -> ", memory limit " + memory)
                .orElse("");
        return "OOMKilled".equals(end.getReason())
                ? end.getReason() + limit
                : end.getReason() + ", exit code " + end.getExitCode();
    }

    private static String text(ContainerStateWaiting waiting) {
        return withMessage(waiting.getReason(), waiting.getMessage());
    }

    private static String text(PodCondition condition) {
        return withMessage(condition.getReason(), condition.getMessage());
    }

    private static String withMessage(String reason, String message) {
        return message == null || message.isBlank() ? reason : reason + ": " + message;
    }

    private Stream<ContainerState> states() {
        return pod.getStatus().getContainerStatuses().stream().map(ContainerStatus::getState);
    }

    private Optional<ContainerState> state(String container) {
        return pod.getStatus().getContainerStatuses().stream()
                .filter(status -> status.getName().equals(container))
                .findFirst()
                .map(ContainerStatus::getState);
    }

    private boolean hasCondition(String type, String status) {
        return condition(type, status).isPresent();
    }

    private Optional<PodCondition> condition(String type, String status) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(type)
                        && condition.getStatus().equals(status))
                .findFirst();
    }
}
