// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a plan: one run with a stream through all of its phases, divided into phases.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt when the first phase began
 * @param label name of the plan, such as its file's name
 * @param text text of the plan; empty without a file
 * @param interrupted whether it ended early
 * @param failure the failure as text; {@code null} for none
 * @param steps the completed part of each phase, in order, as the result of a run
 * @param actions the executed actions
 * @param series the steps found in the probes' series; a series without steps has an empty list
 * @param whole all phases as one run, with its verdict and its limits. It contains all samples, also between and after phases
 * @param scaling duration, work and price of the steps of each capacity: one entry per priced probe; without prices, one per
 *     series with steps and exact levels
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
     * Returns a copy with another run and another scaling.
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
     * @param step its number, from 1
     * @param name its name
     * @param fromSecond its start, in seconds from the start of the first
     * @param toSecond its end, likewise
     * @param ended why it ended, as text
     * @param result its measurements. Its samples are the seconds that are mostly inside it; verdict, server and notes are the
     *     whole run's
     */
    public record PhaseResult(
            int step, String name, double fromSecond, double toSecond, String ended, RunResult result) {}

    /**
     * An executed action.
     *
     * @param phase the phase whose start its time is relative to
     * @param second its time, in seconds from the start of the first phase
     * @param text the action
     * @param millis its duration; {@code null} if it did not end
     * @param failure why it failed; {@code null} if it did not
     */
    public record ActionMark(
            String phase,
            double second,
            String text,
            @Nullable Double millis,
            @Nullable String failure) {}

    /**
     * The steps of a series from one level to another, with the load changes and latencies around them.
     *
     * @param series the series' name, as in {@link SampleRow#probes()}
     * @param noise standard deviation of the values from their level, in the series' unit; 0 if all values equal their level
     * @param steps each change, in the order of time
     * @param climbs sequences of changes in one direction without a start or end of a load between them
     */
    public record SeriesSteps(String series, double noise, List<SeriesStep> steps, List<Climb> climbs) {

        public SeriesSteps {
            steps = List.copyOf(steps);
            climbs = List.copyOf(climbs);
        }

        /**
         * A change from one level to the next.
         *
         * @param beginSecond the last second on the old level, in seconds of the run
         * @param endSecond the first second on the new level; the change was between the two, so that an instantaneous change ends
         *     with the next value
         * @param from the old level: the median of its values
         * @param to the new level
         * @param since the last start or end of a load before the step's end; {@code null} if there is none
         * @param load the load whose latency and rate are listed: the first load that writes at the end of the step; {@code null} for none
         * @param latencyP99Millis 99th percentile of that load's latency, in its whole seconds only; {@code null} without a load
         * @param transactionsPerSecond that load's rate, in its whole seconds only; {@code null} without a load
         * @param delayP99Millis the 99th percentile of DT around the step; {@code null} without samples
         */
        public record SeriesStep(
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
         * @param second its time, in seconds of the run
         */
        public record LoadChange(String load, boolean starts, double second) {}

        /**
         * A value around a step.
         *
         * @param before the median of the ten seconds up to the step's begin; {@code null} for none
         * @param worst the highest value (for rates: the lowest) from the step's begin until ten seconds after its end, or until
         *     the next step
         * @param worstSecond its time
         * @param after the median of the ten seconds from its end on, or of the seconds up to the next step; {@code null} for none
         */
        public record Around(
                @Nullable Double before,
                double worst,
                double worstSecond,
                @Nullable Double after) {}

        /**
         * Steps in one direction, until the direction changes, or until the next start or end of a load.
         *
         * @param beginSecond when the first one began
         * @param endSecond when the last one ended
         * @param from the level before the first one
         * @param to the level after the last one
         * @param steps number of steps
         * @param since the last start or end of a load before its first step's end; {@code null} if there is none
         */
        public record Climb(
                double beginSecond,
                double endSecond,
                double from,
                double to,
                int steps,
                @Nullable LoadChange since) {

            /** {@return its duration in seconds} */
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
     * @param series the series; for a priced probe with several series, their common prefix
     * @param price its price; {@code null} if unknown
     * @param stretches first its steps in the order of time, then the phases, then the whole; without a price its steps only
     */
    public record Scaling(String series, @Nullable Price price, List<Stretch> stretches) {

        public Scaling {
            stretches = List.copyOf(stretches);
        }

        /**
         * A price.
         *
         * @param text in the user's form, such as {@code 0.0625/PCU-hour}
         * @param perHour for one unit in an hour
         * @param currency such as {@code $}; empty for none
         * @param unit such as {@code PCU}
         */
        public record Price(String text, double perHour, String currency, String unit) {}

        /**
         * A part of the run.
         *
         * @param kind kind of the part
         * @param name the phase's name; empty for others
         * @param fromSecond its start, in seconds of the run; for a step, the last second on the old level
         * @param toSecond its end, which is the next step's start
         * @param from the old level, in the probe's unit; {@code null} except for steps
         * @param to the level; {@code null} except for steps and the first level
         * @param scaleSeconds duration of the step, to the first second on the new level; {@code null} for others
         * @param transactions committed by the loads; without loads, the stream's transactions without heartbeats
         * @param bytes bytes of the stream; {@code null} without a stream
         * @param writes INSERT, UPDATE and DELETE statements of the loads; {@code null} without loads
         * @param capacityHours capacity times time, in units of the price and hours; {@code null} without a price
         * @param cost capacity hours times the price, in its currency; {@code null} without a price
         * @param unknownSeconds seconds without a reading, which the cost excludes; 0 without a price
         */
        public record Stretch(
                StretchKind kind,
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

            /** Kind of a part. */
            public enum StretchKind {
                /** The level before the first step. */
                LEVEL,
                /** A step, and the level after it, up to the next step. */
                STEP,
                /** A phase of the plan. */
                PHASE,
                /** The measured part. */
                WHOLE
            }
        }
    }
}
