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
 * @param startedAt start time
 * @param workload the workload
 * @param background the background workload, or {@code null}
 * @param axis the value that changes between steps: {@code threads}, {@code rate}, {@code trxSize} or {@code warehouses}
 * @param values values of the axis as the user wrote them
 * @param repeats runs per step
 * @param until conditions that end the sweep early
 * @param idleMillis the stream's delay without load, measured with heartbeats; {@code null} if unknown
 * @param interrupted whether the sweep was stopped early
 * @param endedBecause reason for skipped steps; {@code null} if none was skipped
 * @param failure the failure outside the steps, for example while dropping tables; {@code null} for none
 * @param checks consistency conditions, checked after creating the tables
 * @param steps all runs, in order
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

    /** The kind of a sweep. */
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
     * Values of one step of a sweep, from its successful runs, or from the failed run if there is no other.
     *
     * @param step number of the step, from 1
     * @param value value of the axis: workers, starts per second, bytes or warehouses
     * @param label the value as the user wrote it
     * @param status failed if one of the runs failed; skipped if all runs were skipped
     * @param reason reason for a failure or skip; {@code null} for none
     * @param runs number of runs that these values are from
     * @param verdict the worst of the runs' verdicts, as text; {@code null} for none
     * @param verdictStatus status of the verdict; {@code null} for none
     * @param limitedBy the worst bottleneck of the stream in these runs; {@code null} if unknown
     * @param settleSeconds longest wait after a run, in seconds; {@code null} for none
     * @param remarks remarks about the values
     * @param values values by their names in result.json, or by the following names; unmeasured values are omitted.
     *     {@code eventsPerTransaction} and {@code bytesPerTransaction} exclude heartbeats. {@code transactionBytes} is
     *     the size of large transactions. {@code catchUpSeconds} is the time from the last commit until the stream had
     *     caught up. {@code large.…} describes large transactions: {@code large.passingBytesPerSecond} is the
     *     throughput while they arrive. {@code cdc.bytesPerSecond} also includes the time in which they are written.
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
