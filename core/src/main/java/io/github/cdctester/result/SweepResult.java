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
 * @param workload what was written
 * @param background what was written beside it, or {@code null}
 * @param axis what differs from step to step: {@code threads}, {@code rate}, {@code trxSize} or {@code warehouses}
 * @param values its values as they were written
 * @param repeats runs of each step
 * @param until comparisons that were to end it
 * @param restMillis the stream's delay at rest, by heartbeats; {@code null} where it was not found out
 * @param interrupted whether somebody wanted it to end early
 * @param endedBecause why the steps that were skipped were skipped; {@code null} where none was
 * @param failure what went wrong outside of the steps, such as tables that could not be dropped; {@code null} where nothing did
 * @param checks consistency conditions after making the tables
 * @param steps each run, in order
 * @param table a row a step
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
        List<Trial> steps,
        List<SweepRow> table)
        implements ExperimentResult {

    /** Tells a sweep from other results. */
    public static final String KIND = "sweep";

    public SweepResult {
        values = List.copyOf(values);
        until = List.copyOf(until);
        checks = List.copyOf(checks);
        steps = List.copyOf(steps);
        table = List.copyOf(table);
    }

    @Override
    public List<Trial> trials() {
        return steps;
    }

    @Override
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held)
                && steps.stream().map(Trial::result).allMatch(result -> result == null || result.isHeld());
    }

    /**
     * One step of a sweep in numbers: those of its runs that were done; where none was, those of the one that broke.
     *
     * @param step which step, from 1
     * @param value the axis' value: workers, starts a second, bytes or warehouses
     * @param label the same as it was written
     * @param status failed where one of its runs has; skipped where all of them were
     * @param reason why, or {@code null}
     * @param runs how many runs the numbers are of
     * @param verdict the worst of the runs' verdicts, in words; {@code null} where there is none
     * @param verdictStatus its status; {@code null} likewise
     * @param limitedBy what held the stream up; {@code null} where that cannot be told
     * @param settleSeconds the longest wait behind one of the runs; {@code null} where none was needed
     * @param remarks what a reader of the numbers must know
     * @param values each number by the name that it has in result.json, or below; those that were not measured are left out.
     *     {@code eventsPerTransaction} and {@code bytesPerTransaction} are without the heartbeats, {@code transactionBytes} is
     *     the size that large transactions had, {@code catchUpSeconds} is what the stream took after the last commit, and
     *     {@code large.…} is about large transactions; {@code large.passingBytesPerSecond} is throughput while they pass, where
     *     {@code cdc.bytesPerSecond} has the time in it in which they are written
     */
    public record SweepRow(
            int step,
            double value,
            String label,
            Trial.Status status,
            @Nullable String reason,
            int runs,
            @Nullable String verdict,
            Verdict.@Nullable Status verdictStatus,
            @Nullable LimitedBy limitedBy,
            @Nullable Double settleSeconds,
            List<Note> remarks,
            Map<String, Spread> values) {

        /** What a stream waits for that does not keep up with the writes. */
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
     * The wait behind a run until the stream had caught up and its delay was back at rest, looked at once a second.
     *
     * @param settled whether it was in time
     * @param seconds how long the wait was
     * @param delayMillis the last second's median delay of heartbeats; {@code null} where none arrived
     * @param reason why it was not settled; {@code null} where it was
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
