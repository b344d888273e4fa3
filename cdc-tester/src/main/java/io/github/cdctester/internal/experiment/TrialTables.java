// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec.TableLife;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Creates the tables of an experiment, if configured, and keeps them as long as the workloads allow. Not thread-safe. */
public final class TrialTables {

    private static final Set<String> CONNECTION_LIMITS =
            Set.of("max_connections", "max_user_connections", "max_prepared_stmt_count");

    private final RunSettings settings;
    private final StepTables tables;
    private final Plan allTablesPlan;
    private final Function<PlannedTrial, Optional<Object>> tableKey;
    private final List<Check> checks = new ArrayList<>();
    private @Nullable Plan sharedTablesPlan;
    private @Nullable Plan trialTablesPlan;
    private @Nullable Object trialKey;

    /**
     * @param allTablesPlan a plan whose loads write to all tables
     * @param tableKey consecutive trials with equal keys use the same tables; empty if the trial uses the shared tables
     */
    public TrialTables(
            RunSettings settings,
            StepTables tables,
            Plan allTablesPlan,
            Function<PlannedTrial, Optional<Object>> tableKey) {
        this.settings = settings;
        this.tables = tables;
        this.allTablesPlan = allTablesPlan;
        this.tableKey = tableKey;
    }

    /** Keeps tables as long as all loads allow: for all trials, for one step, or for one trial. */
    static TrialTables forAxis(SweepAxis axis, RunSettings settings, StepTables tables) {
        TableLife tableLife = settings.plan().loads().stream()
                .map(load -> load.workload().tableLife(axis.parameter().property()))
                .max(Comparator.naturalOrder())
                .orElse(TableLife.SWEEP);
        return new TrialTables(
                settings,
                tables,
                settings.plan(),
                trial -> Optional.of(
                        switch (tableLife) {
                            case SWEEP -> 0;
                            case STEP -> trial.step();
                            case RUN -> trial.number();
                        }));
    }

    public void rejectForeignTables() {
        if (settings.tables().cleanup()
                && !settings.tables().prepare()
                && !settings.tables().dropForeign()) {
            tables.rejectForeignTables(allTablesPlan);
        }
    }

    /** Called before tables are created. */
    void checkServerLimits(List<Plan> plans) {
        boolean hasSingleWorkload = plans.stream()
                        .map(plan -> plan.loads().get(0).workload())
                        .distinct()
                        .count()
                == 1;
        // with several workloads, a workload that exceeds a size limit only fails its own trial
        checkServerLimits(plans, variable -> !hasSingleWorkload && !CONNECTION_LIMITS.contains(variable));
    }

    /** Limits that depend on variables set by the trials are not checked. */
    public void checkServerLimits(List<Plan> plans, Predicate<String> isSetByTrials) {
        tables.checkServerLimits(plans, isSetByTrials);
    }

    /** @param plans their tables are created for single trials */
    public void dropLeftovers(List<Plan> plans) {
        if (settings.tables().prepare()) {
            tables.drop(allTablesPlan);
            plans.forEach(tables::drop);
        }
    }

    public void createSharedTables(Plan plan) {
        if (settings.tables().prepare()) {
            settings.listener().step("preparing");
            checks.addAll(tables.createTables(plan));
            sharedTablesPlan = plan;
        }
    }

    /** Returns true if tables were created; false if they exist or are shared. */
    public boolean createTablesFor(PlannedTrial trial) {
        Optional<Object> key = tableKey.apply(trial);
        if (!settings.tables().prepare()
                || trialTablesPlan != null && key.isPresent() && key.get().equals(trialKey)) {
            return false;
        }
        dropTrialTables();
        if (key.isEmpty()) {
            return false;
        }
        settings.listener()
                .step("preparing " + trial.plan().loads().get(0).workload().name());
        checks.addAll(tables.createTables(trial.plan()));
        trialTablesPlan = trial.plan();
        trialKey = key.get();
        return true;
    }

    private void dropTrialTables() {
        Plan plan = trialTablesPlan;
        if (plan != null) {
            tables.drop(plan);
            trialTablesPlan = null;
        }
    }

    public List<Check> checks() {
        return List.copyOf(checks);
    }

    Optional<NotRemovedException> close() {
        Plan remainingTables = settings.tables().prepare() ? sharedTablesPlan : allTablesPlan;
        if (!settings.tables().cleanup() || trialTablesPlan == null && remainingTables == null) {
            return Optional.empty();
        }
        settings.listener().step("cleaning up");
        FirstFailure failures = new FirstFailure();
        failures.run(this::dropTrialTables);
        if (remainingTables != null) {
            failures.run(() -> tables.drop(remainingTables));
        }
        try {
            failures.rethrow();
            sharedTablesPlan = null;
            return Optional.empty();
        } catch (CdcTesterException e) {
            return Optional.of(new NotRemovedException(e));
        }
    }
}
