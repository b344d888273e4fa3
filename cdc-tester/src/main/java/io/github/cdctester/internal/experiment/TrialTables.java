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
 * The tables of an experiment, if it is to make them: as seldom as the workloads allow. Some may be shared by all trials; the others are
 * made for a trial, and go when one begins that needs other ones. For one thread.
 */
public final class TrialTables {

    private static final Set<String> COUNTED =
            Set.of("max_connections", "max_user_connections", "max_prepared_stmt_count");

    private final RunSettings settings;
    private final StepTables tables;
    private final Plan all;
    private final Function<PlannedTrial, Optional<Object>> needed;
    private final List<Check> checks = new ArrayList<>();
    private @Nullable Plan shared;
    private @Nullable Plan own;
    private @Nullable Object ownFor;

    /**
     * Makes nothing yet.
     *
     * @param all writes to all tables
     * @param needed which tables a trial needs for itself, where trials with equal ones can use the same; empty for the shared ones
     */
    public TrialTables(
            RunSettings settings, StepTables tables, Plan all, Function<PlannedTrial, Optional<Object>> needed) {
        this.settings = settings;
        this.tables = tables;
        this.all = all;
        this.needed = needed;
    }

    /** Returns the longest possible lifetime of tables for all loads of a plan: all trials, a step, or a single trial. */
    static TrialTables along(SweepAxis axis, RunSettings settings, StepTables tables) {
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
            tables.refuseForeign(all);
        }
    }

    /** Refuses, before anything is made, runs that the server has no room for. */
    void checkRoom(List<Plan> plans) {
        boolean isOne = plans.stream()
                        .map(plan -> plan.loads().get(0).workload())
                        .distinct()
                        .count()
                == 1;
        // a size that the server cannot hold becomes a row with the reason
        checkRoom(plans, variable -> !isOne && !COUNTED.contains(variable));
    }

    /** The same where some variables are changed on the way. */
    public void checkRoom(List<Plan> plans, Predicate<String> changes) {
        tables.checkRoom(plans, changes);
    }

    public void dropLeftovers() {
        if (settings.tables().prepare()) {
            tables.drop(all);
        }
    }

    public void makeShared(Plan plan) {
        if (settings.tables().prepare()) {
            settings.listener().step("preparing");
            checks.addAll(tables.make(plan));
            shared = plan;
        }
    }

    /** Creates a trial's own tables, unless they exist; returns true if it created some. */
    public boolean makeFor(PlannedTrial trial) {
        Optional<Object> key = needed.apply(trial);
        if (!settings.tables().prepare()
                || own != null && key.isPresent() && key.get().equals(ownFor)) {
            return false;
        }
        dropOwn();
        if (key.isEmpty()) {
            return false;
        }
        settings.listener()
                .step("preparing " + trial.plan().loads().get(0).workload().name());
        checks.addAll(tables.make(trial.plan()));
        own = trial.plan();
        ownFor = key.get();
        return true;
    }

    private void dropOwn() {
        Plan plan = own;
        if (plan != null) {
            tables.drop(plan);
            own = null;
        }
    }

    public List<Check> checks() {
        return List.copyOf(checks);
    }

    Optional<NotRemovedException> close() {
        Plan rest = settings.tables().prepare() ? shared : all;
        if (!settings.tables().cleanup() || own == null && rest == null) {
            return Optional.empty();
        }
        settings.listener().step("cleaning up");
        try {
            dropOwn();
            if (rest != null) {
                tables.drop(rest);
            }
            shared = null;
            return Optional.empty();
        } catch (CdcTesterException e) {
            return Optional.of(new NotRemovedException(e));
        }
    }
}
