// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt when it began
 * @param workload the workload
 * @param background the background workload, or {@code null}
 * @param axis the value that changes from step to step: {@code threads}, {@code rate}, {@code trxSize} or {@code warehouses}
 * @param values its values in the user's form
 * @param repeats runs of each step
 * @param until comparisons that end it
 * @param restMillis the stream's idle delay, by heartbeats; {@code null} if unknown
 * @param interrupted whether it was stopped early
 * @param endedBecause why steps were skipped; {@code null} if none was
 * @param failure the failure outside of the steps, such as tables that could not be dropped; {@code null} for none
 * @param checks consistency conditions after making the tables
 * @param steps each run, in order
 * @param table one row per step
 */
public record SweepResult(
        int schemaVersion,
        String kind,
        Instant startedAt,
        String workload,
        @Nullable String background,
        String axis,
        List<String> values,
        int repeats,
        List<String> until,
        @Nullable Double restMillis,
        boolean interrupted,
        @Nullable String endedBecause,
        @Nullable String failure,
        List<Check> checks,
        List<StepResult> steps,
        List<SweepRow> table)
        implements ExperimentResult {

    /** Distinguishes a sweep from other results. */
    public static final String KIND = "sweep";

    public SweepResult {
        values = List.copyOf(values);
        until = List.copyOf(until);
        checks = List.copyOf(checks);
        steps = List.copyOf(steps);
        table = List.copyOf(table);
    }

    @Override
    public boolean hasFailed() {
        return interrupted
                || failure != null
                || steps.stream().anyMatch(step -> step.status() == StepResult.Status.FAILED);
    }

    @Override
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held)
                && steps.stream().map(StepResult::result).allMatch(result -> result == null || result.isHeld());
    }

    /**
     * One run of a sweep.
     *
     * @param step number of the step, from 1
     * @param repeat number of the run of this step, from 1
     * @param value the axis' value: workers, starts per second, bytes or warehouses
     * @param label the same in the user's form
     * @param status its outcome
     * @param reason why it failed or was skipped; {@code null} if it succeeded
     * @param folder directory of its files, below the sweep's
     * @param beganAtRest whether the stream was idle at the start; {@code null} if unknown
     * @param settling the wait after it; {@code null} for none, for example after the last
     * @param result the run's result, unchanged; partial if the run failed; {@code null} without measurements
     */
    public record StepResult(
            int step,
            int repeat,
            double value,
            String label,
            Status status,
            @Nullable String reason,
            String folder,
            @Nullable Boolean beganAtRest,
            @Nullable Settling settling,
            @Nullable RunResult result) {

        /** Outcome of a step. */
        public enum Status {
            /** It ran to its end. */
            DONE,
            /** It broke, could not begin, or was interrupted. */
            FAILED,
            /** It was not begun. */
            SKIPPED
        }

        /**
         * Adds the wait.
         *
         * @param behind how the wait behind this run ended
         * @return the same with it
         */
        public StepResult withSettling(@Nullable Settling behind) {
            return new StepResult(step, repeat, value, label, status, reason, folder, beganAtRest, behind, result);
        }
    }

    /**
     * One step of a sweep in numbers, from its successful runs; without one, from the failed one.
     *
     * @param step number of the step, from 1
     * @param value the axis' value: workers, starts per second, bytes or warehouses
     * @param label the same in the user's form
     * @param status failed if one of its runs failed; skipped if all of them were
     * @param reason why, or {@code null}
     * @param runs number of runs
     * @param verdict the worst of the runs' verdicts, as text; {@code null} for none
     * @param verdictStatus its status; {@code null} likewise
     * @param limitedBy the stream's bottleneck; {@code null} if unknown
     * @param settleSeconds the longest wait after one of the runs; {@code null} for none
     * @param remarks remarks about the numbers
     * @param values each number by its name in result.json, or below; unmeasured ones are left out. {@code eventsPerTransaction}
     *     and {@code bytesPerTransaction} exclude heartbeats. {@code transactionBytes} is the size of large transactions,
     *     {@code catchUpSeconds} the stream's time after the last commit. {@code large.…} describes large transactions;
     *     {@code large.passingBytesPerSecond} is the throughput while they pass, and {@code cdc.bytesPerSecond} includes the time
     *     in which they are written
     */
    public record SweepRow(
            int step,
            double value,
            String label,
            StepResult.Status status,
            @Nullable String reason,
            int runs,
            @Nullable String verdict,
            Verdict.@Nullable Status verdictStatus,
            @Nullable LimitedBy limitedBy,
            @Nullable Double settleSeconds,
            List<Note> remarks,
            Map<String, Spread> values) {

        /** The bottleneck of a stream that does not keep up with the writes. */
        public enum LimitedBy {
            /** It kept up. */
            NONE,
            /** The server's dump thread, or the network: the tester's reader waited for bytes. */
            SERVER,
            /** The tester's reader, which was on a CPU nearly all of the time. */
            TESTER
        }
    }

    /**
     * The wait after a run until the stream had caught up and its delay was back at its idle value, checked once a second.
     *
     * @param settled whether it succeeded in time
     * @param seconds length of the wait
     * @param delayMillis the last second's median delay of heartbeats; {@code null} if none arrived
     * @param reason why it failed; {@code null} if it succeeded
     */
    public record Settling(
            boolean settled,
            double seconds,
            @Nullable Double delayMillis,
            @Nullable String reason) {}

    /**
     * A number over the runs of a step.
     *
     * @param median the middle one; of an even number of runs, the mean of the two in the middle
     * @param min the lowest
     * @param max the highest
     */
    public record Spread(double median, double min, double max) {

        /**
         * Looks at the numbers.
         *
         * @param values one or more
         * @return how they are spread
         */
        public static Spread of(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int middle = sorted.size() / 2;
            double median =
                    sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
            return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
        }
    }
}
