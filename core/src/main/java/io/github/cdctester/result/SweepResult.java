// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Spread;
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
 * @param idleMillis the stream's idle delay, by heartbeats; {@code null} if unknown
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
        @Nullable Double idleMillis,
        boolean interrupted,
        @Nullable String endedBecause,
        @Nullable String failure,
        List<Check> checks,
        List<Trial> steps,
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
    public List<Trial> trials() {
        return steps;
    }

    @Override
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held)
                && steps.stream().map(Trial::result).allMatch(result -> result == null || result.isHeld());
    }

    /**
     * One step of a sweep in numbers, from its successful runs; without one, from the failed one.
     *
     * @param step number of the step, from 1
     * @param value the axis' value: workers, starts per second, bytes or warehouses
     * @param label the value in the user's form
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
            Trial.Status status,
            @Nullable String reason,
            int runs,
            @Nullable String verdict,
            Verdict.@Nullable Status verdictStatus,
            @Nullable LimitedBy limitedBy,
            @Nullable Double settleSeconds,
            List<Note> remarks,
            Map<String, Spread> values) {}
}
