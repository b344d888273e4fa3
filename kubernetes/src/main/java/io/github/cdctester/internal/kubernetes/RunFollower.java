// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.github.cdctester.internal.kubernetes.RunPod.LastState;
import io.github.cdctester.internal.run.pod.PodRun.End;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Passes on the output of a run that has started, until the run ends. */
final class RunFollower {

    /** Maximum time to wait for the log after the run's end or after a later line. An evicted pod has no log. */
    static final Duration LOG_TIMEOUT = Duration.ofMinutes(2);

    /** A connection without a line for this time may be dead, so the log is opened again. */
    private static final long MAX_SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int FAILED_EXIT_CODE = 1;
    private static final int MAX_COMMAND_EXIT_CODE = 3;

    private final RunPod pod;
    private final Duration logTimeout;
    private final Access access;
    private final PodLog log = new PodLog();
    private boolean machineAnswers = true;

    RunFollower(RunPod pod, Duration logTimeout, NanoClock clock) {
        this.pod = pod;
        this.logTimeout = logTimeout;
        access = new Access(clock);
    }

    /** Returns the end of the run; empty if {@code stop} was raised first. A later call continues after the last line. */
    Optional<End> follow(StopSignal stop, Consumer<String> out, Consumer<String> err) throws InterruptedException {
        long endNanos = System.nanoTime();
        String problem = "not read";
        while (true) {
            LastState lastState = pod.lastState();
            PodState state = lastState.state();
            ContainerStateTerminated end = state.termination(Manifests.RUN).orElse(null);
            if (!lastState.exists()) {
                if (end == null) {
                    return Optional.of(killed(state.deletionReason()));
                }
                finishWithoutPod(problem, err);
                return Optional.of(end(state, end, true));
            }
            if (end == null) {
                endNanos = System.nanoTime();
            }
            problem = read(stop, out, err);
            if (stop.isRaised()) {
                return Optional.empty();
            }
            if (end != null && problem.isEmpty()) {
                log.finish();
                return Optional.of(end(state, end, true));
            }
            if (end != null && nanosSince(Math.max(endNanos, log.lastLineNanos())) > logTimeout.toNanos()) {
                err.accept("cdc-tester: the last lines of the run cannot be read: " + problem);
                return Optional.of(end(state, end, false));
            }
            if (end == null && state.hasFailed()) {
                return Optional.of(killed(state.removalReason().orElse("pod " + state.name() + " failed")));
            }
            stop.await(RETRY_NANOS);
        }
    }

    private void finishWithoutPod(String problem, Consumer<String> err) {
        log.finish();
        if (!problem.isEmpty()) {
            err.accept(
                    "cdc-tester: the last lines of the run may be missing: its pod was deleted before they were read");
        }
    }

    private static long nanosSince(long nanos) {
        return System.nanoTime() - nanos;
    }

    /** Returns the problem; an empty text if the log was read to its end. */
    private String read(StopSignal stop, Consumer<String> out, Consumer<String> err) throws InterruptedException {
        long openNanos = System.nanoTime();
        try (LogWatch watch = log.open(pod.container(Manifests.RUN), out, err)) {
            CompletableFuture<Throwable> closeFuture = watch.onClose().toCompletableFuture();
            do {
                reportSilentMachine(err);
                if (nanosSince(Math.max(openNanos, log.lastLineNanos())) > MAX_SILENT_NANOS) {
                    return "no line for 30 s";
                }
                if (stop.await(JobPods.CHECK_INTERVAL_NANOS)) {
                    return "stopped";
                }
            } while (!closeFuture.isDone());
            ApiFailure.refusal(log.error()).ifPresentOrElse(access::recordRefusal, access::recordAllowed);
            access.failIfRefused();
            Throwable failure = closeFuture.getNow(null);
            return failure == null ? log.error() : "the connection broke: " + failure.getMessage();
        }
    }

    /** Kubernetes removes the pod of a silent machine only minutes later, so the user is warned here. */
    private void reportSilentMachine(Consumer<String> err) {
        LastState lastState = pod.lastState();
        boolean answersNow = !lastState.state().isOnSilentNode();
        if (machineAnswers && !answersNow) {
            err.accept("cdc-tester: the machine of the run does not answer, but the run may continue: "
                    + lastState.state().deletionReason());
        }
        machineAnswers = answersNow;
    }

    private End killed(String reason) {
        return new End(FAILED_EXIT_CODE, withDeadline(Optional.of(reason)), true);
    }

    private End end(PodState state, ContainerStateTerminated end, boolean isOutputComplete) {
        boolean isOwnEnd = end.getExitCode() <= MAX_COMMAND_EXIT_CODE && !"OOMKilled".equals(end.getReason());
        Optional<String> reason =
                isOwnEnd ? state.removalReason(end) : state.removalReason().or(() -> Optional.of(state.endReason(end)));
        int exitCode = isOwnEnd ? end.getExitCode() : FAILED_EXIT_CODE;
        return new End(exitCode, exitCode == FAILED_EXIT_CODE ? withDeadline(reason) : reason, isOutputComplete);
    }

    /** The last state of the pod may not contain the exceeded deadline of the Job. */
    private Optional<String> withDeadline(Optional<String> reason) {
        return Stream.concat(pod.deadlineReason().stream(), reason.stream())
                .reduce((deadline, podReason) -> deadline + "; " + podReason);
    }
}
