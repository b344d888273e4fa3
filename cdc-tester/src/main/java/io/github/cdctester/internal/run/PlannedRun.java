// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.phases.PhaseRules;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import java.util.List;

/**
 * What can be done with a finished plan.
 *
 * @param settings the plan, and all around it; with a workload, except for {@link #run()}
 * @param workloads what is known of its workloads already
 */
public record PlannedRun(RunSettings settings, LoadWorkloads workloads) {

    public RunResult run() {
        PhaseRules.check(settings.plan(), settings.phases());
        for (Limit limit : settings.limits()) {
            List<String> loads =
                    settings.plan().loads().stream().map(NamedLoad::name).toList();
            limit.load().filter(name -> !loads.contains(name)).ifPresent(name -> {
                throw new InvalidPlanException(
                        "failIf",
                        "'" + limit + "'",
                        loads.isEmpty()
                                ? "about the stream: this run writes nothing that it could measure"
                                : "about one of the loads " + String.join(", ", loads));
            });
            if (limit.needsWorkload() && loads.isEmpty()) {
                throw new InvalidPlanException(
                        "failIf", "'" + limit + "'", "about the stream: this run writes nothing that it could measure");
            }
        }
        return new Conductor(settings, workloads).run();
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
        return new PlannedTables(settings.plan(), settings.listener(), settings.stop(), workloads);
    }
}
