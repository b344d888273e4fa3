// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.Conductor;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import java.util.List;

/**
 * What can be done with a finished plan.
 *
 * @param settings the plan, and all around it; with a workload, except for {@link #run()}
 */
record PlannedRun(RunSettings settings) {

    RunResult run() {
        for (Limit limit : settings.limits()) {
            if (limit.needsWorkload() && settings.plan().workload().isEmpty()) {
                throw new InvalidPlanException(
                        "failIf", "'" + limit + "'", "about the stream: this run writes nothing that it could measure");
            }
        }
        return new Conductor(settings).run();
    }

    List<Check> prepare() {
        return tables().make(settings.checkConsistency());
    }

    int cleanup() {
        return tables().drop(settings.dropForeign());
    }

    List<String> foreignTables() {
        return tables().foreign(settings.prepare());
    }

    private PlannedTables tables() {
        return new PlannedTables(settings.plan(), settings.listener(), settings.stop());
    }
}
