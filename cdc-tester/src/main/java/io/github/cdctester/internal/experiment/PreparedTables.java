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
import org.jspecify.annotations.Nullable;

/**
 * The tables of a sweep, if it is to make them: once where all steps write to the same, else for each step, or for each run
 * where a run uses up what was prepared.
 */
final class PreparedTables {

    private static final Set<String> COUNTED =
            Set.of("max_connections", "max_user_connections", "max_prepared_stmt_count");

    private final RunSettings settings;
    private final StepTables tables;
    private final TableLife life;
    private final List<Check> checks = new ArrayList<>();

    private @Nullable Turn madeFor;

    PreparedTables(RunSettings settings, StepTables tables, SweepAxis axis) {
        this.settings = settings;
        this.tables = tables;
        life = life(settings.plan(), axis);
    }

    /** As long as serves all of what is written. */
    private static TableLife life(Plan plan, SweepAxis axis) {
        return plan.loads().stream()
                .map(load -> load.workload().tableLife(axis.parameter().property()))
                .max(Comparator.naturalOrder())
                .orElse(TableLife.SWEEP);
    }

    /** Refuses, before anything is written, what could not be removed at the end. */
    void refuseForeign() {
        if (settings.cleanup() && !settings.prepare() && !settings.dropForeign()) {
            tables.refuseForeign(settings.plan());
        }
    }

    /** Refuses, before anything is made, runs that the server has no room for. */
    void checkRoom(List<Plan> plans) {
        boolean isOne = plans.stream()
                        .map(plan -> plan.loads().get(0).workload())
                        .distinct()
                        .count()
                == 1;
        // of several sizes one that the server cannot hold is a row that says why
        tables.checkRoom(plans, variable -> !isOne && !COUNTED.contains(variable));
    }

    /** Makes the tables that a run needs, unless they are there; those of an earlier step go first. */
    boolean makeFor(Turn turn) {
        if (!settings.prepare() || serves(turn)) {
            return false;
        }
        Turn before = madeFor;
        if (before != null) {
            tables.drop(before.plan());
            madeFor = null;
        }
        settings.listener()
                .step("preparing " + turn.plan().loads().get(0).workload().name());
        checks.addAll(tables.make(turn.plan()));
        madeFor = turn;
        return true;
    }

    private boolean serves(Turn turn) {
        Turn made = madeFor;
        return made != null
                && switch (life) {
                    case SWEEP -> true;
                    case STEP -> made.step() == turn.step();
                    case RUN -> made.equals(turn);
                };
    }

    /** What was found of the tables when they were new. */
    List<Check> checks() {
        return List.copyOf(checks);
    }

    /** Drops the tables, if that is wanted. */
    Optional<NotRemovedException> close() {
        Turn made = madeFor;
        if (!settings.cleanup() || settings.prepare() && made == null) {
            return Optional.empty();
        }
        settings.listener().step("cleaning up");
        try {
            tables.drop(made == null ? settings.plan() : made.plan());
            madeFor = null;
            return Optional.empty();
        } catch (CdcTesterException e) {
            return Optional.of(new NotRemovedException(e));
        }
    }
}
