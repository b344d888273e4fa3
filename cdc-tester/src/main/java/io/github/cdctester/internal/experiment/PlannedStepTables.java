// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.PlannedTables;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.ServerCapacity;
import io.github.cdctester.result.Check;
import io.github.cdctester.run.RunListener;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tables of an experiment, made and dropped as the plan builder's own prepare and cleanup do.
 *
 * @param settings of the runs
 * @param listener who is told how it goes
 */
public record PlannedStepTables(RunSettings settings, RunListener listener) implements StepTables {
    @Override
    public List<Check> make(Plan step) {
        return of(settings.tables().filling().of(step)).make(settings.checkConsistency());
    }

    @Override
    public void drop(Plan step) {
        of(step).drop(settings.dropForeign());
    }

    @Override
    public void refuseForeign(Plan step) {
        of(step).refuseToDropForeign();
    }

    @Override
    public void checkRoom(List<Plan> plans, Predicate<String> changes) {
        List<String> lacking;
        try {
            lacking = ServerCapacity.lacking(plans, settings.probes().connections(), changes);
        } catch (RunFailedException e) {
            return; // a server that cannot be asked: each run says so itself, and compares again
        }
        if (!lacking.isEmpty()) {
            throw new RunFailedException(String.join("; ", lacking));
        }
    }

    private PlannedTables of(Plan step) {
        return new PlannedTables(
                step,
                listener,
                settings.stop(),
                new LoadWorkloads(),
                settings.workers().orElse(null));
    }
}
