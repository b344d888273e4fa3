// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.ServerCapacity;
import io.github.cdctester.result.Check;
import java.util.List;
import java.util.function.Predicate;

/** Makes and drops the tables that trials write to, outside of their runs. */
public interface StepTables {

    List<Check> make(Plan plan);

    void drop(Plan plan);

    /** Refuses, before anything is written, what {@link #drop} would refuse at the end. */
    void refuseForeign(Plan plan);

    /**
     * Refuses, before anything is made, trials that the server has no room for.
     *
     * @param changes whether the trials set a variable themselves
     */
    default void checkRoom(List<Plan> plans, Predicate<String> changes) {}

    /** Tables that are made and dropped as the plan builder's own prepare and cleanup do. */
    static StepTables of(RunSettings settings) {
        return new StepTables() {
            @Override
            public List<Check> make(Plan plan) {
                return planned(settings.tables().filling().of(plan)).prepare();
            }

            @Override
            public void drop(Plan plan) {
                planned(plan).cleanup();
            }

            @Override
            public void refuseForeign(Plan plan) {
                planned(plan).refuseToDropForeign();
            }

            @Override
            public void checkRoom(List<Plan> plans, Predicate<String> changes) {
                List<String> lacking;
                try {
                    lacking = ServerCapacity.lacking(plans, settings.probes().connections(), changes);
                } catch (RunFailedException e) {
                    return; // a server that cannot be queried: each run reports it, and compares again
                }
                if (!lacking.isEmpty()) {
                    throw new RunFailedException(String.join("; ", lacking));
                }
            }

            private PlannedRun planned(Plan plan) {
                return new PlannedRun(settings.of(plan), new LoadWorkloads());
            }
        };
    }
}
