// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import java.util.List;

/**
 * What can be done with a finished plan.
 *
 * @param settings the plan, and all around it; with a workload, except for {@link #run()}
 */
public record PlannedRun(RunSettings settings) {

    public RunResult run() {
        for (Limit limit : settings.limits()) {
            if (limit.needsWorkload() && settings.plan().workload().isEmpty()) {
                throw new InvalidPlanException(
                        "failIf", "'" + limit + "'", "about the stream: this run writes nothing that it could measure");
            }
        }
        return new Conductor(settings).run();
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
        return new PlannedTables(settings.plan(), settings.listener(), settings.stop());
    }
}
