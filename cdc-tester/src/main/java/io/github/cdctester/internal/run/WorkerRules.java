// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import org.jspecify.annotations.Nullable;

/** What does not go with worker nodes: refused before anything is called or made. */
final class WorkerRules {

    private WorkerRules() {}

    /**
     * Checks a run.
     *
     * @throws InvalidPlanException if something in it is only possible in one process
     */
    static void check(RunSettings settings) {
        WorkerNodes nodes = settings.workers().orElse(null);
        if (nodes == null) {
            return;
        }
        if (!nodes.addresses().isEmpty() && !settings.consumers().isEmpty()) {
            throw new InvalidPlanException(
                    "workers",
                    nodes.addresses().size(),
                    "left out where consumers are judged: the numbers in their rows come from one process");
        }
        String beside = nodes.subscribers().isEmpty() ? null : onlyHere(settings);
        if (beside != null) {
            throw new InvalidPlanException(
                    "subscribers",
                    nodes.subscribers().size(),
                    "left out " + beside + ": this process has to follow the stream itself");
        }
        RunNodes.provider();
    }

    private static @Nullable String onlyHere(RunSettings settings) {
        if (!settings.consumers().isEmpty()) {
            return "where consumers are judged";
        }
        if (settings.plan().replay()) {
            return "where rows are replayed";
        }
        if (!settings.injection().schedule().isEmpty()) {
            return "where faults are injected";
        }
        if (!settings.plan().subscriber().failover().isEmpty()) {
            return "where the stream may go on at another server";
        }
        if (settings.untilPresentEnd()) {
            return "of a drain";
        }
        return settings.phases().stream().anyMatch(PlannedPhase.Backlog.class::isInstance)
                ? "where a backlog is piled up and read"
                : null;
    }
}
