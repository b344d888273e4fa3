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
 * @param scaling what the steps of a capacity took, and what was done and paid until the next: of each priced probe, or without
 *     prices of each series that has steps and stays on its levels
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
        RunResult whole,
        List<Scaling> scaling)
        implements Result {

    /** The kind of a plan. */
    public static final String KIND = "plan";

    public PlanResult {
        steps = List.copyOf(steps);
        actions = List.copyOf(actions);
        series = List.copyOf(series);
        scaling = scaling == null ? List.of() : List.copyOf(scaling);
    }

    /**
     * Makes the same result with another run and another scaling.
     *
     * @param run in place of {@link #whole}
     * @param costs in place of {@link #scaling}
     * @return the result
     */
    public PlanResult with(RunResult run, List<Scaling> costs) {
        return new PlanResult(
                schemaVersion, kind, startedAt, label, text, interrupted, failure, steps, actions, series, run, costs);
    }

    /** {@return true if something failed or an early end was requested} */
    public boolean hasFailed() {
        return interrupted || failure != null;
    }

    /** {@return true if no check failed and no verdict is bad, on the stream or a consumer} */
    public boolean isHeld() {
        return whole.isHeld();
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
     * @param climbs the changes in one direction that followed each other with no start or end of a load between them, taken together
     */
    public record SeriesSteps(String series, double noise, List<Step> steps, List<Climb> climbs) {

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
         * @param since the last start or end of a load before the step's end; {@code null} if there is none
         * @param load the load that latency and rate are of: the plan's first load that writes when the step ends; {@code null} if
         *     none does
         * @param latencyP99Millis 99th percentile of that load's latency, in its whole seconds only; {@code null} without a load
         * @param transactionsPerSecond that load's rate, in its whole seconds only; {@code null} without a load
         * @param delayP99Millis what the 99th percentile of DT did; {@code null} where no sample has one
         */
        public record Step(
                double beginSecond,
                double endSecond,
                double from,
                double to,
                @Nullable LoadChange since,
                @Nullable String load,
                @Nullable Around latencyP99Millis,
                @Nullable Around transactionsPerSecond,
                @Nullable Around delayP99Millis) {

            /** {@return the time to its end since the load's start or end, in seconds; {@code null} if there is none} */
            public @Nullable Double sinceLoadSeconds() {
                return since == null ? null : (Double) (endSecond - since.second());
            }

            /** {@return true if it goes up} */
            public boolean isUp() {
                return to > from;
            }
        }

        /**
         * Start or end of a load.
         *
         * @param load its name
         * @param starts true for its start, false for its end
         * @param second when it was, in seconds of the run
         */
        public record LoadChange(String load, boolean starts, double second) {}

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
         * Steps in one direction, up to where the direction turns, or to the next start or end of a load.
         *
         * @param beginSecond when the first one began
         * @param endSecond when the last one ended
         * @param from the level before the first one
         * @param to the level behind the last one
         * @param steps how many there are
         * @param since the last start or end of a load before its first step's end; {@code null} if there is none
         */
        public record Climb(
                double beginSecond,
                double endSecond,
                double from,
                double to,
                int steps,
                @Nullable LoadChange since) {

            /** {@return how long all of it took, in seconds} */
            public double seconds() {
                return endSecond - beginSecond;
            }

            /** {@return the time to its end since the load's start or end, in seconds; {@code null} if there is none} */
            public @Nullable Double sinceLoadSeconds() {
                return since == null ? null : (Double) (endSecond - since.second());
            }

            /** {@return true if it goes up} */
            public boolean isUp() {
                return to > from;
            }
        }
    }

    /**
     * A capacity over time: how long its steps took, the work until the next, and the cost.
     *
     * @param series the series; of a priced probe with several series, what all of them begin with
     * @param price what it costs; {@code null} where nobody said
     * @param stretches in the order of time those of its steps, then those of the phases, then the whole; without a price its steps only
     */
    public record Scaling(String series, @Nullable Price price, List<Stretch> stretches) {

        public Scaling {
            stretches = List.copyOf(stretches);
        }

        /**
         * A price.
         *
         * @param text as it was written, such as {@code 0.0625/PCU-hour}
         * @param perHour for one unit in an hour
         * @param currency such as {@code $}; empty where none was named
         * @param unit such as {@code PCU}
         */
        public record Price(String text, double perHour, String currency, String unit) {}

        /**
         * A part of the run.
         *
         * @param kind what it is a part by
         * @param name the phase's name; empty of others
         * @param fromSecond where it begins, in seconds of the run; of a step, the last second on the old level
         * @param toSecond where it ends, which is where the next step begins
         * @param from the old level, in the probe's unit; {@code null} of others than steps
         * @param to the level; {@code null} of others than steps and the first level
         * @param scaleSeconds how long the step took, to the first second on the new level; {@code null} of others
         * @param transactions committed by the loads; of a stream that others write to, its transactions without heartbeats
         * @param bytes bytes of the stream; {@code null} where none was followed
         * @param writes INSERT, UPDATE and DELETE statements of the loads; {@code null} where others write
         * @param capacityHours capacity times time, in units of the price and hours; {@code null} without a price
         * @param cost that times the price, in its currency; {@code null} without a price
         * @param unknownSeconds seconds without a reading, which are in no cost; 0 without a price
         */
        public record Stretch(
                Kind kind,
                String name,
                double fromSecond,
                double toSecond,
                @Nullable Double from,
                @Nullable Double to,
                @Nullable Double scaleSeconds,
                long transactions,
                @Nullable Long bytes,
                @Nullable Long writes,
                @Nullable Double capacityHours,
                @Nullable Double cost,
                double unknownSeconds) {

            /** What a part is. */
            public enum Kind {
                /** The level before the first step. */
                LEVEL,
                /** A step, and the level behind it until the next. */
                STEP,
                /** A phase of the plan. */
                PHASE,
                /** The measured part. */
                WHOLE
            }
        }
    }
}
