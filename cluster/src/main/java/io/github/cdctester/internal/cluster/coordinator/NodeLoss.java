// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.result.Note;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The loss of a node. A platform detects the end of a process about a second after the coordinator.
 *
 * @param observed without the platform's reason
 * @param platformReason completed with an empty text if the platform reports no reason
 * @param reasonOrTimeout like {@code platformReason}, but completed at the latest after {@link #MAX_WAIT}
 */
record NodeLoss(Note observed, CompletableFuture<String> platformReason, CompletableFuture<String> reasonOrTimeout) {

    private static final Duration MAX_WAIT = Duration.ofSeconds(3);

    NodeLoss(Note observed, CompletableFuture<String> platformReason) {
        this(
                observed,
                platformReason,
                platformReason.copy().completeOnTimeout("", MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Waits at most {@link #MAX_WAIT} after the loss for the platform's reason. */
    Note note() {
        reasonOrTimeout.join();
        String reason = platformReason.getNow("");
        return reason.isEmpty() ? observed : observed.with("platform", reason);
    }
}
