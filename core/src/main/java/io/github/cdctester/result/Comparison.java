// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two results beside each other: what differs between them, and whether that is more than noise. docs/compare.md has the method.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param before what is compared with
 * @param after what is compared
 * @param workload what was written; if the sides differ, both; {@code null} if it is not known
 * @param axis what differs from step to step: the axis of sweeps, {@code workload, setting, …} of matrices, {@code phase} of plans;
 *     {@code null} of runs and of searches
 * @param steps the parts of each step's label, by the label, where it has several: workload, setting and the axis' value of a matrix
 * @param confidence so many comparisons of equal things have nothing marked in them, above 0 and below 1
 * @param settings what was asked for, or said by the server and the tester, and is not the same; by name
 * @param verdicts both sides' verdicts, a row a step
 * @param values a row a value; where there are steps, a row a step, value by value
 * @param checks the changes that were allowed, and the verdicts that got worse
 * @param notes what a reader of the numbers must know: one sentence each
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
     * One of the two.
     *
     * @param name what it was called, such as its directory
     * @param runs how many runs it has, all steps together; how many plans; 0 of a publication, whose runs are not known
     */
    public record Side(String name, int runs) {}

    /**
     * Something that is not the same.
     *
     * @param name as result.json has it, such as {@code plan.threads}
     * @param before as it was; empty where it was not there; with commas between where runs differ
     * @param after as it is; likewise
     */
    public record SettingChange(String name, String before, String after) {}

    /**
     * The verdicts of a step, or of all runs.
     *
     * @param step the step's label; {@code null} where there are no steps
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

    /** Where the noise is known from. */
    public enum NoiseFrom {
        /** The repeats of the two sides. */
        REPEATS,
        /** The repeats of all steps. */
        ALL_STEPS,
        /** What single searches leave open, without the variation from search to search. */
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
        /** Nothing for certain: a side has one run only. */
        ONE_RUN,
        /** Nothing: a number is missing, or is 0 in some runs. */
        UNKNOWN,
        /** Nothing: one side is a publication's, made elsewhere with something else. */
        NOT_JUDGED
    }

    /**
     * The range that the change is known to be in.
     *
     * @param lowPercent the lower end
     * @param highPercent the upper end
     * @param confidence how sure it is, above 0 and below 1: the more rows beside it, the higher
     */
    public record ChangeRange(double lowPercent, double highPercent, double confidence) {}

    /**
     * A value of both.
     *
     * @param step the step's label; {@code null} where there are no steps
     * @param value its name in result.json below {@code summary}; {@code answer.rate} of searches; {@code probes.…} of matrices, and
     *     {@code probes.….climb.1.tookSeconds} of plans
     * @param better which way is an improvement
     * @param before the geometric mean of the runs, or their mean where one is not above 0; {@code null} where it is not known
     * @param after likewise
     * @param runsBefore how many runs have it
     * @param runsAfter likewise
     * @param changePercent from {@code before} to {@code after}; {@code null} where one is not known, or the first is 0
     * @param range where the change is; {@code null} where that cannot be told
     * @param noise where the noise is known from
     * @param noisePercent how much one run varies, as a standard deviation in percent, both sides together; {@code null} without repeats
     * @param mark what to say
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
