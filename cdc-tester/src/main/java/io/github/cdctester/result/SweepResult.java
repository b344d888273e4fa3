// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
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
        List<StepResult> steps,
        List<SweepRow> table) {

    /** Tells a sweep from other results. */
    public static final String KIND = "sweep";

    /** Copies the lists. */
    public SweepResult {
        values = List.copyOf(values);
        until = List.copyOf(until);
        checks = List.copyOf(checks);
        steps = List.copyOf(steps);
        table = List.copyOf(table);
    }

    /**
     * Tells whether a step has failed, or something around them.
     *
     * @return whether it has, or the sweep was interrupted
     */
    public boolean hasFailed() {
        return interrupted
                || failure != null
                || steps.stream().anyMatch(step -> step.status() == StepResult.Status.FAILED);
    }

    /**
     * Tells whether all that was asked for was held in each run, and each stream was whole.
     *
     * @return whether no check failed and no verdict is bad
     */
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held)
                && steps.stream()
                        .map(StepResult::result)
                        .allMatch(result -> result == null
                                || !result.verdict().status().isBad()
                                        && result.checks().stream().allMatch(Check::held));
    }
}
