// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a plan: one run whose stream was followed through all of its phases, and that run taken apart by phases.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt when the first phase began
 * @param label what the plan is called, such as its file's name
 * @param text the plan as it was written; empty where it was not a file
 * @param interrupted whether it ended before its time
 * @param failure what broke it, in words; {@code null} where nothing did
 * @param steps each phase as far as it came, in order, as the result of a run
 * @param actions what was done at its time
 * @param series the steps that were found in the series of the probes; where there are none, the series stands here without
 * @param whole all phases as one run, with its verdict and its limits. Its samples are those of the phases and of the seconds
 *     between them and behind them
 */
public record PlanResult(
        int schemaVersion,
        String kind,
        Instant startedAt,
        String label,
        String text,
        boolean interrupted,
        @Nullable String failure,
        List<PhaseResult> steps,
        List<ActionMark> actions,
        List<SeriesSteps> series,
        RunResult whole) {

    /** The kind of a plan. */
    public static final String KIND = "plan";

    /** Copies the lists. */
    public PlanResult {
        steps = List.copyOf(steps);
        actions = List.copyOf(actions);
        series = List.copyOf(series);
    }

    /** {@return whether something failed, or somebody wanted the end} */
    public boolean hasFailed() {
        return interrupted || failure != null;
    }

    /** {@return whether no check failed and the verdict is not bad} */
    public boolean isHeld() {
        return !whole.verdict().status().isBad() && whole.checks().stream().allMatch(Check::held);
    }

    /**
     * One phase.
     *
     * @param step which one, from 1
     * @param name its name
     * @param fromSecond when it began, in seconds from the beginning of the first
     * @param toSecond when it ended, likewise
     * @param ended why it ended, in words
     * @param result what was measured in it. Its samples are the seconds of which the greater part lies in it; its verdict, its server and its
     *     notes are those of the whole run
     */
    public record PhaseResult(
            int step, String name, double fromSecond, double toSecond, String ended, RunResult result) {}

    /**
     * Something that was done at its time.
     *
     * @param phase the phase from whose beginning its time counts
     * @param second when it was done, in seconds from the beginning of the first phase
     * @param text what was done
     * @param millis how long it took; {@code null} where it did not come to an end
     * @param failure why it failed; {@code null} where it did not
     */
    public record ActionMark(
            String phase,
            double second,
            String text,
            @Nullable Double millis,
            @Nullable String failure) {}

    /**
     * The steps of a series: how it went from one level to another, and what the run did meanwhile.
     *
     * @param series the series' name, as in {@link SampleRow#probes()}
     * @param noise how far single values are from their level, as a standard deviation in the series' unit; 0 where they are on it
     * @param steps each change, in the order of time
     * @param climbs the changes in one direction that followed each other, taken together
     */
    public record SeriesSteps(String series, double noise, List<Step> steps, List<Climb> climbs) {

        /** Copies the lists. */
        public SeriesSteps {
            steps = List.copyOf(steps);
            climbs = List.copyOf(climbs);
        }

        /**
         * From one level to the next.
         *
         * @param beginSecond the last second on the old level, in seconds of the run
         * @param endSecond the first second on the new level; the change was between the two, so that one that takes no time ends with
         *     the next value
         * @param from the old level: the median of its values
         * @param to the new level
         * @param latencyP99Millis what the 99th percentile of the write latency did; {@code null} where nobody wrote
         * @param transactionsPerSecond what the write side's rate did; {@code null} where nobody wrote
         * @param delayP99Millis what the 99th percentile of DT did; {@code null} where no sample has one
         */
        public record Step(
                double beginSecond,
                double endSecond,
                double from,
                double to,
                @Nullable Around latencyP99Millis,
                @Nullable Around transactionsPerSecond,
                @Nullable Around delayP99Millis) {

            /** {@return whether it goes up} */
            public boolean isUp() {
                return to > from;
            }
        }

        /**
         * A value around a step.
         *
         * @param before the median of the ten seconds up to the step's begin; {@code null} where there is none
         * @param worst the highest (of rates: the lowest) of the seconds from its begin to the tenth from its end on, or to the next step
         * @param worstSecond when that was
         * @param after the median of the ten seconds from its end on, or of those up to the next step; {@code null} where there is none
         */
        public record Around(
                @Nullable Double before,
                double worst,
                double worstSecond,
                @Nullable Double after) {}

        /**
         * Steps in one direction, up to where the direction turns.
         *
         * @param beginSecond when the first one began
         * @param endSecond when the last one ended
         * @param from the level before the first one
         * @param to the level behind the last one
         * @param steps how many there are
         */
        public record Climb(double beginSecond, double endSecond, double from, double to, int steps) {

            /** {@return how long all of it took, in seconds} */
            public double seconds() {
                return endSecond - beginSecond;
            }

            /** {@return whether it goes up} */
            public boolean isUp() {
                return to > from;
            }
        }
    }
}
