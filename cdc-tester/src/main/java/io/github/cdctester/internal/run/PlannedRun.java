// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.ServerCapacity;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.phases.PhaseRules;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What can be done with a finished plan.
 *
 * @param settings the plan, and all around it; with a workload, except for {@link #run()}
 */
public record PlannedRun(RunSettings settings, LoadWorkloads workloads) {

    public RunResult run() {
        return runInPhases(phases -> {});
    }

    /** The same, of which somebody is told before the listener is. */
    public PlannedRun toldFirst(RunListener other) {
        return new PlannedRun(settings.listeningWith(other.andThen(settings.listener())), workloads);
    }

    public RunResult runInPhases(Consumer<List<PhaseTotals>> told) {
        PhaseRules.check(settings.plan(), settings.phases());
        List<String> loads =
                settings.plan().loads().stream().map(NamedLoad::name).toList();
        settings.injection().check(settings.plan());
        WorkerRules.check(settings);
        settings.limits().forEach(limit -> limit.checkLoads("failIf", loads));
        return new RunController(settings, workloads, told).run();
    }

    /** The names of the tables that it makes, and of their schema; empty where they have to be there. */
    public Set<String> comingTables() {
        if (!settings.prepare()) {
            return Set.of();
        }
        Plan plan = settings.plan();
        Set<String> names = new HashSet<>(Set.of(plan.endpoint().database()));
        plan.tableOwners()
                .forEach(load -> names.addAll(workloads.of(load.workload()).tables()));
        return names;
    }

    /** Looks what a server would lack for runs of this one's server, without making anything. */
    public static List<String> lacking(List<Plan> plans, int probes, Predicate<String> changes) {
        return plans.isEmpty() ? List.of() : ServerCapacity.lacking(plans, probes, changes);
    }

    public List<Check> prepare() {
        return tables().make(settings.checkConsistency());
    }

    public int cleanup() {
        return tables().drop(settings.dropForeign());
    }

    public List<String> foreignTables() {
        return tables().foreign(settings.prepare());
    }

    private PlannedTables tables() {
        return new PlannedTables(
                settings.plan(),
                settings.listener(),
                settings.stop(),
                workloads,
                settings.workers().orElse(null));
    }
}
