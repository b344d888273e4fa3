// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.ServerCapacity;
import io.github.cdctester.result.Check;
import java.util.List;
import java.util.function.Predicate;

/** Creates and drops the tables of trials, outside of their runs. */
public interface StepTables {

    List<Check> createTables(Plan plan);

    void drop(Plan plan);

    /** Called before anything is written. */
    void rejectForeignTables(Plan plan);

    /**
     * Called before anything is created.
     *
     * @param isSetByTrials returns true for a server variable that the trials set. Limits that depend on it are not checked
     */
    default void checkServerLimits(List<Plan> plans, Predicate<String> isSetByTrials) {}

    static StepTables of(RunSettings settings) {
        return new StepTables() {
            @Override
            public List<Check> createTables(Plan plan) {
                return plannedRun(settings.tables().filling().of(plan)).prepare();
            }

            @Override
            public void drop(Plan plan) {
                plannedRun(plan).cleanup();
            }

            @Override
            public void rejectForeignTables(Plan plan) {
                plannedRun(plan).refuseToDropForeign();
            }

            @Override
            public void checkServerLimits(List<Plan> plans, Predicate<String> isSetByTrials) {
                RunNodes.checkThreads(plans, settings.workers());
                List<String> exceededLimits;
                try {
                    exceededLimits = ServerCapacity.exceededLimits(
                            plans, settings.probes().connectionCount(), isSetByTrials);
                } catch (RunFailedException e) {
                    return; // the server cannot be queried: each run reports this, and checks the limits again
                }
                if (!exceededLimits.isEmpty()) {
                    throw new RunFailedException(String.join("; ", exceededLimits));
                }
            }

            private PlannedRun plannedRun(Plan plan) {
                return new PlannedRun(settings.withPlan(plan), new LoadWorkloads());
            }
        };
    }
}
