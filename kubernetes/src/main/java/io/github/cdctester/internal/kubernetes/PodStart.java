// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.github.cdctester.config.KubernetesPods;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Decides whether all pods have started, and reports problems that may resolve. */
final class PodStart {

    /** Maximum duration of the start, including slow downloads of images. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

    /** Maximum duration of a problem that Kubernetes rarely resolves, such as an image that cannot be pulled. */
    private static final Duration PROBLEM_TIMEOUT = Duration.ofSeconds(5);

    private final KubernetesPods pods;
    private final String podsText;
    private final Predicate<PodState> isStarted;
    private final Supplier<Optional<String>> warning;
    private final Consumer<String> progress;
    private final long startNanos;
    private long problemSinceNanos;
    private String problem = "";
    private String reportedProblem = "";

    /** @param warning supplies the reason why the Job creates no pods */
    PodStart(
            KubernetesPods pods,
            String podsText,
            Predicate<PodState> isStarted,
            Supplier<Optional<String>> warning,
            Consumer<String> progress,
            long nowNanos) {
        this.pods = pods;
        this.podsText = podsText;
        this.isStarted = isStarted;
        this.warning = warning;
        this.progress = progress;
        startNanos = nowNanos;
        problemSinceNanos = nowNanos;
    }

    /** Returns true if all pods have started. Throws if a pod has failed, or if a problem or the start takes too long. */
    boolean isComplete(List<PodState> states, long nowNanos) {
        long startedCount = states.stream().filter(isStarted).count();
        if (startedCount == pods.count()) {
            return true;
        }
        boolean lacksPods = states.size() < pods.count();
        updateProblem(problemOf(states, lacksPods), nowNanos);
        boolean isResolvable = lacksPods || problem.startsWith(PodState.UNSCHEDULABLE);
        if (states.stream().anyMatch(PodState::hasFailed)
                || isExpired(isResolvable ? pods.scheduleTimeout() : PROBLEM_TIMEOUT, problemSinceNanos, nowNanos)
                || isExpired(START_TIMEOUT, startNanos, nowNanos)) {
            String reason = lacksPods ? warning.get().orElse(problem) : problem;
            throw new RunFailedException("Kubernetes does not start " + podsText + ": "
                    + (reason.isEmpty()
                            ? startedCount + " of " + PlainText.withNoun(pods.count(), "pod") + " ready after 10 min"
                            : reason));
        }
        if (isResolvable && isExpired(PROBLEM_TIMEOUT, startNanos, nowNanos) && !problem.equals(reportedProblem)) {
            progress.accept(problem);
            reportedProblem = problem;
        }
        return false;
    }

    private String problemOf(List<PodState> states, boolean lacksPods) {
        return states.stream()
                .flatMap(state -> state.problem().stream())
                .findFirst()
                .orElse(lacksPods ? states.size() + " of " + PlainText.withNoun(pods.count(), "pod") + " exist" : "");
    }

    private void updateProblem(String currentProblem, long nowNanos) {
        if (currentProblem.isEmpty() || !currentProblem.equals(problem)) {
            problemSinceNanos = nowNanos;
        }
        problem = currentProblem;
    }

    private static boolean isExpired(Duration timeout, long sinceNanos, long nowNanos) {
        return nowNanos - sinceNanos > timeout.toNanos();
    }
}
