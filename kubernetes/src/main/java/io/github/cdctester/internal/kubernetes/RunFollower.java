// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.github.cdctester.internal.kubernetes.RunPod.LastState;
import io.github.cdctester.internal.run.pod.PodRun.End;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Passes on the output of a run that has started, until the run ends. */
final class RunFollower {

    /** Time after the end in which the log may become readable. After that it does not exist, like the log of an evicted pod. */
    static final Duration LOG_TIMEOUT = Duration.ofMinutes(2);

    /** After this time without a line, the connection may be dead, so the log is opened again. */
    private static final long MAX_SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_OWN_EXIT_CODE = 3;

    private final RunPod pod;
    private final Duration logTimeout;
    private final PodLog log = new PodLog();

    RunFollower(RunPod pod, Duration logTimeout) {
        this.pod = pod;
        this.logTimeout = logTimeout;
    }

    /** Returns the end of the run; empty if {@code stop} was raised first. A later call continues after the last line. */
    Optional<End> follow(StopSignal stop, Consumer<String> out, Consumer<String> err) throws InterruptedException {
        long readableNanos = System.nanoTime();
        while (true) {
            LastState last = pod.last();
            PodState state = last.state();
            ContainerStateTerminated end = state.end(Manifests.RUN).orElse(null);
            if (!last.exists()) {
                return Optional.of(end == null ? killed(state.deletionReason()) : end(state, end, true));
            }
            boolean complete = read(stop, out, err);
            if (stop.isRaised()) {
                return Optional.empty();
            }
            String error = log.error();
            if (end == null || error.isEmpty()) {
                readableNanos = System.nanoTime();
            }
            if (end != null && complete) {
                log.finish();
                return Optional.of(end(state, end, true));
            }
            if (end != null && System.nanoTime() - readableNanos > logTimeout.toNanos()) {
                err.accept("cdc-tester: the last lines of the run cannot be read: " + error);
                return Optional.of(end(state, end, false));
            }
            if (end == null && state.hasFailed()) {
                return Optional.of(killed(state.removalReason().orElse("pod " + state.name() + " failed")));
            }
            stop.await(RETRY_NANOS);
        }
    }

    /** Returns true if the log was read to its end. */
    private boolean read(StopSignal stop, Consumer<String> out, Consumer<String> err) throws InterruptedException {
        try (LogWatch watch = log.open(pod.container(Manifests.RUN), out, err)) {
            CompletableFuture<Throwable> closed = watch.onClose().toCompletableFuture();
            while (!closed.isDone() && log.silentNanos() < MAX_SILENT_NANOS) {
                if (stop.await(JobPods.CHECK_NANOS)) {
                    return false;
                }
            }
            ApiFailure.failIfRefused(log.error());
            return closed.isDone() && closed.getNow(null) == null && log.error().isEmpty();
        }
    }

    private static End killed(String reason) {
        return new End(1, Optional.of(reason), true);
    }

    private static End end(PodState state, ContainerStateTerminated end, boolean outputComplete) {
        boolean isOwn = end.getExitCode() <= MAX_OWN_EXIT_CODE && !"OOMKilled".equals(end.getReason());
        return isOwn
                ? new End(end.getExitCode(), state.removalReason(end), outputComplete)
                : new End(1, state.removalReason().or(() -> Optional.of(state.endReason(end))), outputComplete);
    }
}
