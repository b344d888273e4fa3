// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec.TableLife;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.NotRemovedException;
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

/**
 * Creates the tables of an experiment, if configured, and keeps them as long as the workloads allow. All trials use the shared
 * tables. Other tables are created for a trial, and dropped before a trial that needs different tables. Not thread-safe.
 */
public final class TrialTables {

    private static final Set<String> CONNECTION_LIMITS =
            Set.of("max_connections", "max_user_connections", "max_prepared_stmt_count");

    private final RunSettings settings;
    private final StepTables tables;
    private final Plan allTables;
    private final Function<PlannedTrial, Optional<Object>> tableKey;
    private final List<Check> checks = new ArrayList<>();
    private @Nullable Plan sharedTables;
    private @Nullable Plan trialTables;
    private @Nullable Object trialKey;

    /**
     * @param allTables a plan whose loads write to all tables
     * @param tableKey a key of the tables that a trial needs; trials with equal keys share tables; empty: the shared tables
     */
    public TrialTables(
            RunSettings settings,
            StepTables tables,
            Plan allTables,
            Function<PlannedTrial, Optional<Object>> tableKey) {
        this.settings = settings;
        this.tables = tables;
        this.allTables = allTables;
        this.tableKey = tableKey;
    }

    /**
     * Returns tables that are kept as long as all loads of the plan allow: for all trials, for a step, or for a single trial.
     */
    static TrialTables forAxis(SweepAxis axis, RunSettings settings, StepTables tables) {
        TableLife life = settings.plan().loads().stream()
                .map(load -> load.workload().tableLife(axis.parameter().property()))
                .max(Comparator.naturalOrder())
                .orElse(TableLife.SWEEP);
        return new TrialTables(
                settings,
                tables,
                settings.plan(),
                trial -> Optional.of(
                        switch (life) {
                            case SWEEP -> 0;
                            case STEP -> trial.step();
                            case RUN -> trial.number();
                        }));
    }

    public void refuseForeign() {
        if (settings.tables().cleanup()
                && !settings.tables().prepare()
                && !settings.tables().dropForeign()) {
            tables.refuseForeign(allTables);
        }
    }

    /** Rejects runs that exceed limits of the server. Called before tables are created. */
    void checkServerLimits(List<Plan> plans) {
        boolean singleWorkload = plans.stream()
                        .map(plan -> plan.loads().get(0).workload())
                        .distinct()
                        .count()
                == 1;
        // with several workloads, a workload that exceeds a size limit only fails its own trial
        checkServerLimits(plans, variable -> !singleWorkload && !CONNECTION_LIMITS.contains(variable));
    }

    /** Like {@link #checkServerLimits(List)}, without limits by variables that trials set themselves. */
    public void checkServerLimits(List<Plan> plans, Predicate<String> isSetByTrials) {
        tables.checkServerLimits(plans, isSetByTrials);
    }

    /**
     * Drops the tables of an earlier start.
     *
     * @param plans plans with tables that trials create for themselves
     */
    public void dropLeftovers(List<Plan> plans) {
        if (settings.tables().prepare()) {
            tables.drop(allTables);
            plans.forEach(tables::drop);
        }
    }

    public void makeShared(Plan plan) {
        if (settings.tables().prepare()) {
            settings.listener().step("preparing");
            checks.addAll(tables.make(plan));
            sharedTables = plan;
        }
    }

    /** Creates a trial's own tables, unless they exist; returns true if tables were created. */
    public boolean makeFor(PlannedTrial trial) {
        Optional<Object> key = tableKey.apply(trial);
        if (!settings.tables().prepare()
                || trialTables != null && key.isPresent() && key.get().equals(trialKey)) {
            return false;
        }
        dropTrialTables();
        if (key.isEmpty()) {
            return false;
        }
        settings.listener()
                .step("preparing " + trial.plan().loads().get(0).workload().name());
        checks.addAll(tables.make(trial.plan()));
        trialTables = trial.plan();
        trialKey = key.get();
        return true;
    }

    private void dropTrialTables() {
        Plan plan = trialTables;
        if (plan != null) {
            tables.drop(plan);
            trialTables = null;
        }
    }

    public List<Check> checks() {
        return List.copyOf(checks);
    }

    Optional<NotRemovedException> close() {
        Plan remainingTables = settings.tables().prepare() ? sharedTables : allTables;
        if (!settings.tables().cleanup() || trialTables == null && remainingTables == null) {
            return Optional.empty();
        }
        settings.listener().step("cleaning up");
        try {
            dropTrialTables();
            if (remainingTables != null) {
                tables.drop(remainingTables);
            }
            sharedTables = null;
            return Optional.empty();
        } catch (CdcTesterException e) {
            return Optional.of(new NotRemovedException(e));
        }
    }
}
