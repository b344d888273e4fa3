// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two results: their differences, and whether these exceed noise. docs/dev/statistics.md describes the method.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param before the reference
 * @param after the side that is compared with the reference
 * @param workload the workload; both workloads if the sides differ; {@code null} if unknown
 * @param axis the value that changes between steps: the axis of a sweep, {@code workload, setting, …} of a matrix, {@code phase}
 *     of a plan; {@code null} for runs and searches
 * @param steps the parts of each step label, by label; empty if labels have only one part. In a matrix, the parts are workload,
 *     setting and value of the axis.
 * @param confidence probability, above 0 and below 1, that a comparison of equal systems marks no change
 * @param settings settings, and properties of server and tester, that differ; by name
 * @param verdicts the verdicts of both sides, one row per step
 * @param values one row per value; with steps, one row per value and step, ordered by value
 * @param checks checks of the allowed changes, and of verdicts that became worse
 * @param notes remarks about the values, one sentence each
 */
public record Comparison(
        int schemaVersion,
        String kind,
        Side before,
        Side after,
        @Nullable String workload,
        @Nullable String axis,
        Map<String, Map<String, String>> steps,
        double confidence,
        List<SettingChange> settings,
        List<VerdictChange> verdicts,
        List<ValueChange> values,
        List<Check> checks,
        List<Note> notes)
        implements Result {

    /** The kind of a comparison. */
    public static final String KIND = "compare";

    public Comparison {
        steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
        settings = List.copyOf(settings);
        verdicts = List.copyOf(verdicts);
        values = List.copyOf(values);
        checks = List.copyOf(checks);
        notes = List.copyOf(notes);
    }

    /** {@return true if all checks passed: nothing is worse than allowed, and nothing is undecided} */
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held);
    }

    /**
     * One side of a comparison.
     *
     * @param name name of the side, for example its directory
     * @param runs number of runs over all steps, or number of plans; 0 for published figures, whose number of runs is unknown
     */
    public record Side(String name, int runs) {}

    /**
     * A setting or property that differs.
     *
     * @param name name in result.json, for example {@code plan.threads}
     * @param before the value on the {@code before} side; empty if missing; comma-separated values if runs differ
     * @param after the value on the {@code after} side, in the same form
     */
    public record SettingChange(String name, String before, String after) {}

    /**
     * The verdicts of one step, or of all runs.
     *
     * @param step the step's label; {@code null} without steps
     * @param before the worst verdict of the runs on the {@code before} side, without failed runs; {@code null} if all its
     *     runs failed
     * @param after the worst verdict of the runs on the {@code after} side; for failed runs, only {@code LOST}, {@code
     *     DUPLICATED} and {@code REORDERED} count. {@code null} if all its runs failed without such a verdict
     * @param worse true if the verdict became worse, or {@code after} is {@code null}
     */
    public record VerdictChange(
            @Nullable String step, Verdict.@Nullable Status before, Verdict.@Nullable Status after, boolean worse) {}

    /** Direction of an improvement. */
    public enum Better {
        /** Higher values are better. */
        HIGHER,
        /** Lower values are better. */
        LOWER,
        /** Neither direction is better, for example for a plain count. */
        NEITHER
    }

    /** Source of the noise estimate. */
    public enum NoiseFrom {
        /** The repeats of both sides. */
        REPEATS,
        /** The repeats of all steps. */
        ALL_STEPS,
        /** The bracket around the answer of a single search, without the variation between searches. */
        ONE_SEARCH,
        /** No estimate is available. */
        UNKNOWN
    }

    /** The assessment of a change. */
    public enum Mark {
        /** An improvement beyond noise. */
        BETTER,
        /** A deterioration beyond noise. */
        WORSE,
        /** A change beyond noise that is neither better nor worse. */
        CHANGED,
        /** A change within noise. */
        INSIDE_NOISE,
        /** Undecided, because one side has only one run. */
        ONE_RUN,
        /** Undecided, because a number is missing, or is not above 0 in some runs. */
        UNKNOWN,
        /**
         * Undecided, because the numbers are not comparable: one side consists of published figures, measured elsewhere with
         * another tool, the delays have different sources, or the probes have different units.
         */
        NOT_JUDGED
    }

    /**
     * The confidence interval of a change.
     *
     * @param lowPercent the lower end
     * @param highPercent the upper end
     * @param confidence confidence of the interval, above 0 and below 1; higher if the comparison has more rows
     */
    public record ChangeRange(double lowPercent, double highPercent, double confidence) {}

    /**
     * A value on both sides.
     *
     * @param step the step's label; {@code null} without steps
     * @param value name in result.json below {@code summary}; {@code answer.rate} for searches; {@code probes.…} for matrices,
     *     and {@code probes.….climb.1.tookSeconds} for plans
     * @param better the direction of an improvement
     * @param before geometric mean of the runs on the {@code before} side, or arithmetic mean if a value is not above 0; {@code
     *     null} if unknown
     * @param after the same for the {@code after} side
     * @param runsBefore number of {@code before} runs with this value
     * @param runsAfter number of {@code after} runs with this value
     * @param changePercent change from {@code before} to {@code after} in percent; 0 if all values are 0; {@code null} if one of
     *     the two is unknown, their units differ, or {@code before} is not above 0
     * @param range confidence interval of the change; {@code null} if unknown
     * @param noise source of the noise estimate
     * @param noisePercent standard deviation of single runs in percent, pooled over both sides; {@code null} without repeats
     * @param mark assessment of the change
     */
    public record ValueChange(
            @Nullable String step,
            String value,
            Better better,
            @Nullable Double before,
            @Nullable Double after,
            int runsBefore,
            int runsAfter,
            @Nullable Double changePercent,
            @Nullable ChangeRange range,
            NoiseFrom noise,
            @Nullable Double noisePercent,
            Mark mark) {}
}
