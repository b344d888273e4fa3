// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.run.load.ConsistencyCheck;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.WorkerPoolFactory;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.Check;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a plan's workloads write to, outside of a run.
 *
 * @param workers who fills the tables that are made; {@code null} for this process
 */
public record PlannedTables(
        Plan plan,
        RunListener listener,
        StopSignal stop,
        LoadWorkloads made,
        @Nullable WorkerNodes workers) {

    public List<Check> make(boolean checkConsistency) {
        // or it fails, before anything is made
        ConsistencyCheck conditions = checkConsistency ? ConsistencyCheck.of(plan.loads(), made) : null;
        if (workers != null) {
            RunNodes.provider();
        }
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            target.loginNote().ifPresent(listener::note);
            fill(target);
            return conditions == null
                    ? List.of()
                    : conditions.ask(target, plan.mostThreads(), stop, Condition.Moment.AFTER_LOAD);
        }
    }

    private void fill(WriteTarget target) {
        try (Resources resources = new Resources()) {
            WorkerPoolFactory crews = crews(target, resources);
            target.prepareAll(plan, made, crews, stop, listener, load -> {});
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("stopped before the tables were made", e);
        }
    }

    private WorkerPoolFactory crews(WriteTarget target, Resources resources) throws InterruptedException {
        if (workers == null || workers.addresses().isEmpty()) {
            return LocalWorkerPool.on(target, NanoClock.SYSTEM);
        }
        WorkerNodes writers = new WorkerNodes(
                workers.addresses(), List.of(), workers.secretFile(), workers.patience(), workers.lossTolerated());
        return RunNodes.connect(writers, plan, NanoClock.SYSTEM, listener, stop, resources)
                .crews()
                .orElseThrow();
    }

    public int drop(boolean foreignToo) {
        // one that was raised before has ended what came before: that is cleaned up after
        StopSignal meanwhile = stop.isRaised() ? new StopSignal() : stop;
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            target.loginNote().ifPresent(listener::note);
            List<Workload> wanted = workloads();
            wanted.forEach(foreignToo ? target::refuseToDropViews : target::refuseToDropForeign);
            return wanted.stream()
                    .mapToInt(workload -> target.cleanup(workload, meanwhile))
                    .sum();
        }
    }

    public void refuseToDropForeign() {
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            target.loginNote().ifPresent(listener::note);
            workloads().forEach(target::refuseToDropForeign);
        }
    }

    List<String> foreign(boolean inWholeSchema) {
        try (WriteTarget target = WriteTarget.open(plan.endpoint())) {
            // the server may know the account from here on, so that no later login has anything to say
            target.loginNote().ifPresent(listener::note);
            return workloads().stream()
                    .flatMap(workload -> target.strangers(workload, inWholeSchema).stream())
                    .distinct()
                    .toList();
        }
    }

    private List<Workload> workloads() {
        return plan.tableOwners().stream().map(load -> made.of(load.workload())).toList();
    }
}
