// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunningRun;
import java.nio.file.Path;
import java.util.List;

/** The library's entry point. Runs share nothing: any number of them may run in one Java process. */
public final class CdcTester {

    private CdcTester() {}

    /**
     * Starts a plan with every default.
     *
     * @return a builder, which needs an endpoint at least
     */
    public static PlanBuilder plan() {
        return new PlanBuilder(RunKeeper.NOBODY);
    }

    /**
     * Starts a sweep: one run per value.
     *
     * @param plan the run, with a workload; the axis replaces values in it
     * @param axis the value that changes from step to step, such as {@code SweepAxis.threads(16, 32, 64)}
     * @return a builder
     */
    public static SweepBuilder sweep(PlanBuilder plan, SweepAxis axis) {
        return new SweepBuilder(plan, axis);
    }

    /**
     * Starts a search for the highest rate that holds.
     *
     * @param plan the run, with a workload; its first load becomes an open loop of the same threads
     * @return a builder, which needs a limit at least
     */
    public static FindMaxBuilder findMax(PlanBuilder plan) {
        return new FindMaxBuilder(plan);
    }

    /**
     * Names a plan file, which is read when it is checked or run.
     *
     * @param file YAML with phases of load, or with a matrix of settings
     * @return the plan file, which needs an endpoint
     */
    public static PlanFile planFile(Path file) {
        return new PlanFile(file);
    }

    /** The actions of a complete plan. Not thread-safe. */
    public abstract static class Planned {

        final PlanDraft draft = new PlanDraft();

        private final RunKeeper keeper;

        Planned(RunKeeper keeper) {
            this.keeper = keeper;
        }

        /**
         * Finishes the plan without running it.
         *
         * @throws InvalidPlanException if there is no endpoint
         */
        public Plan build() {
            return draft.plan();
        }

        /**
         * Runs the plan in the calling thread, and returns when the end of the stream has been seen.
         *
         * @return the result; marked as interrupted if the stop signal ended the run early
         * @throws InvalidPlanException if there is no endpoint
         * @throws RunInterruptedException if the run broke while it was measuring; it has the partial result
         * @throws io.github.cdctester.failure.RunFailedException if the run could not begin
         */
        public RunResult run() {
            return keeper.run(draft.planned(build(), false));
        }

        /**
         * Starts the plan in its own thread, and returns at once. The builder may be used for another run.
         *
         * @return the run, which the caller must close: best in the head of a {@code try}
         * @throws InvalidPlanException if there is no endpoint
         */
        public RunningRun start() {
            return keeper.start(draft.planned(build(), false));
        }

        /**
         * Reads an existing stretch of the log as fast as it comes: from the subscriber's start to the end that the log has when
         * this is called, unless a window ends before. Nothing is written; a workload is validated but not used.
         *
         * @return the result: its rates are the speed of catching up
         * @throws InvalidPlanException if there is no endpoint
         * @throws RunInterruptedException if the stream broke for good on the way; it has the partial result
         * @throws io.github.cdctester.failure.RunFailedException if it could not begin
         */
        public RunResult drain() {
            return keeper.run(draft.planned(draft.reading(), true));
        }

        /**
         * Creates the tables of the workload and the background, or none: tables created so far are dropped if it fails or is
         * stopped.
         *
         * @return the consistency conditions with their results, if {@link PlanBuilder#checkConsistency()} was called
         * @throws InvalidPlanException if there is no endpoint or no workload
         * @throws io.github.cdctester.failure.RunFailedException if it fails
         */
        public List<Check> prepare() {
            return draft.writing().prepare();
        }

        /**
         * Drops the tables of the workload and the background. A stop signal raised meanwhile ends it, also at the server; an
         * earlier signal is ignored.
         *
         * @return the number of tables
         * @throws InvalidPlanException if there is no endpoint or no workload
         * @throws io.github.cdctester.failure.ForeignTablesException if one of them was not made by this tool, unless
         *     {@link PlanBuilder#dropForeignTables()} allows that; none is dropped then
         * @throws io.github.cdctester.failure.RunFailedException if it fails
         */
        public int cleanup() {
            return draft.writing().cleanup();
        }

        /**
         * Looks, without writing, for tables with possible user data: with {@link PlanBuilder#prepareFirst()} in the whole schema,
         * else among the tables that the workload writes to. Tables created by this tool or sysbench do not count. No run calls
         * this.
         *
         * @return the tables' names
         * @throws InvalidPlanException if there is no endpoint or no workload
         * @throws io.github.cdctester.failure.RunFailedException if the server cannot be queried
         */
        public List<String> foreignTables() {
            return draft.writing().foreignTables();
        }
    }
}
