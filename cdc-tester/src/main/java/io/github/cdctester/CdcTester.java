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

/** The library's entry point. Any number of runs may run in one Java process at the same time. */
public final class CdcTester {

    private CdcTester() {}

    /** Creates a plan builder with default values. The builder needs at least an endpoint. */
    public static PlanBuilder plan() {
        return new PlanBuilder(RunExecutor.UNTRACKED);
    }

    /**
     * Creates a builder for a sweep, which executes one run per value.
     *
     * @param plan the run, with a workload; the axis changes one of its values
     * @param axis the property and its values, such as {@code SweepAxis.threads(16, 32, 64)}
     */
    public static SweepBuilder sweep(PlanBuilder plan, SweepAxis axis) {
        return new SweepBuilder(plan, axis);
    }

    /**
     * Creates a builder for a search, which finds the highest rate that meets all limits.
     *
     * @param plan the run, with a workload; its first load becomes an open loop with the same number of threads
     * @return a builder, which needs at least one limit
     */
    public static FindMaxBuilder findMax(PlanBuilder plan) {
        return new FindMaxBuilder(plan);
    }

    /**
     * Selects a plan file. {@link PlanFile#check()} and {@link PlanFile#run()} read the file.
     *
     * @param file YAML with phases of load, or with a matrix of settings
     * @return the plan file, which needs an endpoint
     */
    public static PlanFile planFile(Path file) {
        return new PlanFile(file);
    }

    /** The methods of {@link PlanBuilder} that run the plan or manage its tables. Not thread-safe. */
    public abstract static class PlanActions {

        final PlanDraft draft = new PlanDraft();

        private final RunExecutor executor;

        PlanActions(RunExecutor executor) {
            this.executor = executor;
        }

        /**
         * Builds the plan; does not run it.
         *
         * @throws InvalidPlanException if there is no endpoint, or settings conflict
         */
        public Plan build() {
            return draft.plan();
        }

        /**
         * Runs the plan in the calling thread. Returns after the drain and the clean-up.
         *
         * @return the result; marked as interrupted if the stop signal ended the run early
         * @throws InvalidPlanException if there is no endpoint, or settings conflict
         * @throws RunInterruptedException if the run failed while it was measuring; the exception contains the partial result
         * @throws io.github.cdctester.failure.NotRemovedException if only the clean-up failed; {@link
         *     RunInterruptedException#resultOf} returns the complete result
         * @throws io.github.cdctester.failure.RunFailedException if the run could not start
         */
        public RunResult run() {
            return executor.run(draft.plannedRun(build(), false));
        }

        /**
         * Starts the plan in its own thread, and returns at once. The builder may be used for another run.
         *
         * @return the run, which the caller must close, preferably with try-with-resources
         * @throws InvalidPlanException if there is no endpoint, or settings conflict
         * @throws io.github.cdctester.failure.RunFailedException if the scope of the builder is closed
         */
        public RunningRun start() {
            return executor.start(draft.plannedRun(build(), false));
        }

        /**
         * Reads the existing binlog at maximum speed, from the subscriber's start position to the binlog's end at the time of
         * this call. The read ends early if the window ends first. Writes nothing, not even heartbeats. A workload is
         * validated but not used.
         *
         * @return the result; its rates are the catch-up speed
         * @throws InvalidPlanException if there is no endpoint, or settings conflict
         * @throws RunInterruptedException if the stream broke and could not be resumed; the exception contains the partial result
         * @throws io.github.cdctester.failure.RunFailedException if the run could not start
         */
        public RunResult drain() {
            return executor.run(draft.plannedRun(draft.drainPlan(), true));
        }

        /**
         * Creates the tables of all loads. If this fails or is stopped, the tables created so far are dropped.
         *
         * @return the consistency conditions with their results, if {@link PlanBuilder#checkConsistency()} was called
         * @throws InvalidPlanException if there is no endpoint, no database or no workload, or settings conflict
         * @throws io.github.cdctester.failure.RunFailedException if the tables cannot be created
         */
        public List<Check> prepare() {
            return draft.runWithWorkload().prepare();
        }

        /**
         * Drops the tables of all loads. If the stop signal is raised during the call, the current statement is cancelled on the
         * server. A signal that was raised before the call is ignored.
         *
         * @return the number of dropped tables
         * @throws InvalidPlanException if there is no endpoint, no database or no workload, or settings conflict
         * @throws io.github.cdctester.failure.ForeignTablesException if this tool did not create one of the tables, unless {@link
         *     PlanBuilder#dropForeignTables()} is set; then no table is dropped
         * @throws io.github.cdctester.failure.RunFailedException if a table cannot be dropped
         */
        public int cleanup() {
            return draft.runWithWorkload().cleanup();
        }

        /**
         * Lists tables that may contain user data. Does not write. Checks the tables that the workload writes to; with
         * {@link PlanBuilder#prepareFirst()}, the whole schema. Tables created by this tool or by sysbench are excluded. {@link #run()}
         * does not make this check.
         *
         * @return the names of the tables
         * @throws InvalidPlanException if there is no endpoint, no database or no workload, or settings conflict
         * @throws io.github.cdctester.failure.RunFailedException if the server cannot be queried
         */
        public List<String> foreignTables() {
            return draft.runWithWorkload().foreignTables();
        }
    }
}
