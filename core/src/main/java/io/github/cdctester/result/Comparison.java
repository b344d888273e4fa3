// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two results: their differences, and whether these exceed noise. docs/dev/statistics.md has the method.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param before the reference
 * @param after the compared side
 * @param workload the workload; both if the sides differ; {@code null} if unknown
 * @param axis the value that changes from step to step: the axis of sweeps, {@code workload, setting, …} of matrices, {@code phase}
 *     of plans; {@code null} for runs and searches
 * @param steps the parts of each step's label, by the label, if it has several: workload, setting and the axis' value of a matrix
 * @param confidence share of comparisons of equal things without any mark, above 0 and below 1
 * @param settings different settings, and different facts about server and tester; by name
 * @param verdicts both sides' verdicts, one row per step
 * @param values one row per value; with steps, one row per step, value by value
 * @param checks the allowed changes, and verdicts that became worse
 * @param notes remarks about the numbers: one sentence each
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

    /** {@return true if all checks were held: nothing is worse than was allowed, and nothing is undecided} */
    public boolean isHeld() {
        return checks.stream().allMatch(Check::held);
    }

    /**
     * One side of a comparison.
     *
     * @param name its name, such as its directory
     * @param runs number of runs, over all steps; or number of plans; 0 for a publication, whose runs are unknown
     */
    public record Side(String name, int runs) {}

    /**
     * A difference.
     *
     * @param name as in result.json, such as {@code plan.threads}
     * @param before the earlier value; empty if it did not exist; with commas between the values if runs differ
     * @param after as it is; likewise
     */
    public record SettingChange(String name, String before, String after) {}

    /**
     * The verdicts of a step, or of all runs.
     *
     * @param step the step's label; {@code null} without steps
     * @param before the worst of the runs' verdicts
     * @param after likewise
     * @param worse whether it got worse
     */
    public record VerdictChange(@Nullable String step, Verdict.Status before, Verdict.Status after, boolean worse) {}

    /** Which way is an improvement. */
    public enum Better {
        /** Up. */
        HIGHER,
        /** Down. */
        LOWER,
        /** Neither, as of a plain count. */
        NEITHER
    }

    /** Source of the noise estimate. */
    public enum NoiseFrom {
        /** The repeats of the two sides. */
        REPEATS,
        /** The repeats of all steps. */
        ALL_STEPS,
        /** The open range of single searches, without the variation from search to search. */
        ONE_SEARCH,
        /** Nowhere. */
        UNKNOWN
    }

    /** The judgement of a change. */
    public enum Mark {
        /** An improvement, and more than noise. */
        BETTER,
        /** The opposite, and more than noise. */
        WORSE,
        /** A change that is neither, and more than noise. */
        CHANGED,
        /** Nothing. */
        INSIDE_NOISE,
        /** Undecided, because one side has only one run. */
        ONE_RUN,
        /** Nothing: a number is missing, or is 0 in some runs. */
        UNKNOWN,
        /** Nothing: one side is a publication's, made elsewhere with something else. */
        NOT_JUDGED
    }

    /**
     * The range of a change.
     *
     * @param lowPercent the lower end
     * @param highPercent the upper end
     * @param confidence its confidence, above 0 and below 1: the more rows in the comparison, the higher
     */
    public record ChangeRange(double lowPercent, double highPercent, double confidence) {}

    /**
     * A value of both sides.
     *
     * @param step the step's label; {@code null} without steps
     * @param value its name in result.json below {@code summary}; {@code answer.rate} for searches; {@code probes.…} for matrices,
     *     and {@code probes.….climb.1.tookSeconds} for plans
     * @param better the direction of an improvement
     * @param before the geometric mean of the runs, or their mean if one is not above 0; {@code null} if unknown
     * @param after likewise
     * @param runsBefore number of runs with it
     * @param runsAfter likewise
     * @param changePercent from {@code before} to {@code after}; {@code null} if one is unknown, or the first is 0
     * @param range range of the change; {@code null} if unknown
     * @param noise source of the noise estimate
     * @param noisePercent variation of one run, as a standard deviation in percent, both sides together; {@code null} without
     *     repeats
     * @param mark the judgement
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
