// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkloadSpec.TableLife;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.internal.experiment.StepTables;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a matrix, if it is to make them: once for all cells; those of a workload that uses up what was prepared for each
 * of its cells. For one thread.
 */
final class SharedTables {

    private static final int MOST_FILLERS = 16;

    private final MatrixPlan matrix;
    private final RunSettings base;
    private final StepTables tables;
    private final List<Check> checks = new ArrayList<>();

    private @Nullable Plan made;
    private @Nullable Plan madeForOne;

    SharedTables(MatrixPlan matrix, RunSettings base, StepTables tables) {
        this.matrix = matrix;
        this.base = base;
        this.tables = tables;
    }

    /** All workloads as loads of one plan, which refuses those that need different tables of the same names. */
    private Plan all(boolean shared) {
        int threads = (int)
                matrix.axis().points().get(matrix.axis().points().size() - 1).value();
        List<NamedLoad> loads = matrix.workloads().stream()
                .filter(workload -> !shared || isShared(workload))
                .map(workload -> NamedLoad.of(
                                workload.spec(), LoadSpec.closedLoop(Math.max(1, Math.min(MOST_FILLERS, threads))))
                        .named(workload.name()))
                .toList();
        return base.plan().loads(loads);
    }

    private boolean isShared(MatrixWorkload workload) {
        return workload.spec().tableLife(matrix.axis().parameter().property()) == TableLife.SWEEP;
    }

    /**
     * Refuses, before anything is written, workloads that do not fit, and what could not be removed at the end.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if two need different tables of the same names
     * @throws io.github.cdctester.failure.RunFailedException if the server has no room for a cell
     */
    void check(List<Cell> cells) {
        tables.checkRoom(MatrixOutline.plans(cells), matrix::changes);
        Plan all = all(false);
        if (base.cleanup() && !base.prepare() && !base.dropForeign()) {
            tables.refuseForeign(all);
        }
    }

    /**
     * Makes those for all cells.
     *
     * @param files tells whether an earlier process may have left some, which go first, and is told of those that are made
     */
    void make(MatrixFiles files) throws InterruptedException {
        if (!base.prepare()) {
            return;
        }
        if (files.hasTables()) {
            tables.drop(all(false));
        }
        Plan shared = all(true);
        if (shared.writes()) {
            base.listener().step("preparing");
            checks.addAll(tables.make(shared));
            made = shared;
            base.probes().tablesMade();
        }
        files.madeTables(); // those of single cells, too: whoever comes after a kill drops what is there of all
    }

    /** Makes those of a cell whose workload uses up what was prepared; tells whether there were any to make. */
    boolean makeFor(Cell cell) {
        dropOne();
        if (!base.prepare() || isShared(cell.workload())) {
            return false;
        }
        base.listener().step("preparing " + cell.workload().name());
        checks.addAll(tables.make(cell.plan()));
        madeForOne = cell.plan();
        return true;
    }

    private void dropOne() {
        Plan one = madeForOne;
        if (one != null) {
            tables.drop(one);
            madeForOne = null;
        }
    }

    /** What was found of the tables when they were new. */
    List<Check> checks() {
        return List.copyOf(checks);
    }

    /** Drops all, if that is wanted; tells why it could not be done. */
    Optional<NotRemovedException> close() {
        if (!base.cleanup() || base.prepare() && made == null && madeForOne == null) {
            return Optional.empty();
        }
        try {
            base.listener().step("cleaning up");
            dropOne();
            Plan all = base.prepare() ? made : all(false);
            if (all != null) {
                tables.drop(all);
            }
            made = null;
            return Optional.empty();
        } catch (CdcTesterException e) {
            return Optional.of(new NotRemovedException(e));
        }
    }
}
