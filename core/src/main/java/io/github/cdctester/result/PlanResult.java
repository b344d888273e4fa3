// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.sample.SampleRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a plan: one run with a continuous stream, divided into phases.
 *
 * @param schemaVersion {@value RunResult#SCHEMA_VERSION}
 * @param kind {@value #KIND}
 * @param startedAt start of the first phase
 * @param label name of the plan, for example its file name
 * @param text text of the plan; empty without a file
 * @param interrupted whether the plan ended early
 * @param failure the failure as text; {@code null} for none
 * @param steps the completed part of each phase, in order
 * @param actions the actions, in the order in which they ended; last the actions that did not start
 * @param series the steps found in the probes' series; a series without steps has an empty list
 * @param whole all phases as one run, with its verdict and limits. Also contains the samples between and after the phases.
 * @param scaling duration, work and cost of capacity steps: one entry per priced probe; without prices, one entry per series with
 *     steps and without noise
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
     * @param run replaces {@link #whole}
     * @param costs replaces {@link #scaling}
     * @return the result
     */
    public PlanResult with(RunResult run, List<Scaling> costs) {
        return new PlanResult(
                schemaVersion, kind, startedAt, label, text, interrupted, failure, steps, actions, series, run, costs);
    }

    /** {@return true if the plan failed or an early end was requested} */
    public boolean hasFailed() {
        return interrupted || failure != null;
    }

    /** {@return true if the verdict on the stream is not bad, each consumer passed, and no check failed} */
    public boolean isHeld() {
        return whole.isHeld();
    }

    /**
     * One phase.
     *
     * @param step number of the phase, from 1
     * @param name name of the phase
     * @param fromSecond start of the phase, in seconds from the start of the first phase
     * @param toSecond end of the phase, in seconds from the start of the first phase
     * @param ended reason for the end, as text
     * @param result the measurements of the phase. Its samples are the seconds that lie mostly in the phase. Verdict,
     *     server and notes are from the complete run.
     */
    public record PhaseResult(
            int step, String name, double fromSecond, double toSecond, String ended, RunResult result) {}

    /**
     * An action of the plan.
     *
     * @param phase the phase that schedules the action
     * @param second start of the action, in seconds from the start of the first phase. If it did not start, its planned
     *     start, or the end of the plan if its phase did not begin or its load did not end
     * @param text the action
     * @param started false if the plan, or for a fault its last phase, ended before the action's time
     * @param millis duration of the action in ms; {@code null} if it failed, did not start, or was aborted at the end of the plan
     * @param failure reason why it failed or did not start; {@code null} for none
     */
    public record ActionMark(
            String phase,
            double second,
            String text,
            boolean started,
            @Nullable Double millis,
            @Nullable String failure) {}

    /**
     * The steps of a probe's series from one stable level to the next, with the load change before each step and the latencies
     * around it.
     *
     * @param series name of the series, as a key of {@link SampleRow#probes()}
     * @param noise standard deviation of the values from their level, in the unit of the series; 0 if all values equal
     *     their level
     * @param steps all steps in chronological order
     * @param climbs sequences of steps in one direction without a start or end of a load in between
     */
    public record SeriesSteps(String series, double noise, List<SeriesStep> steps, List<Climb> climbs) {

        public SeriesSteps {
            steps = List.copyOf(steps);
            climbs = List.copyOf(climbs);
        }

        /**
         * A change from one level to the next.
         *
         * @param beginSecond last second on the old level, in seconds of the run
         * @param endSecond first second on the new level. The change was between the two seconds, so even an
         *     instantaneous change ends with the next value.
         * @param from the old level: the median of its values
         * @param to the new level
         * @param since the last start or end of a load before the end of the step; {@code null} for none
         * @param load the load for the following latency and rate: the first load that writes at the end of the step;
         *     {@code null} for none
         * @param latencyP99Millis 99th percentile of the latency of that load, over its complete seconds; {@code null}
         *     without a load
         * @param transactionsPerSecond rate of that load, over its complete seconds; {@code null} without a load
         * @param delayP99Millis 99th percentile of the stream's delay (DT); {@code null} without samples
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

            /** {@return seconds from {@code since} to {@code endSecond}; {@code null} without {@code since}} */
            public @Nullable Double sinceLoadSeconds() {
                return since == null ? null : (Double) (endSecond - since.second());
            }

            /** {@return true if the new level is higher} */
            public boolean isUp() {
                return to > from;
            }
        }

        /**
         * Start or end of a load.
         *
         * @param load name of the load
         * @param starts true for the start, false for the end
         * @param second time of the change, in seconds of the run
         */
        public record LoadChange(String load, boolean starts, double second) {}

        /**
         * A value around a step.
         *
         * @param before median of the ten seconds before the start of the step; {@code null} for none
         * @param worst highest value (for rates: lowest) from the start of the step until ten seconds after its end, or
         *     until the next step
         * @param worstSecond time of the worst value
         * @param after median of the ten seconds after the end of the step, or of the seconds until the next step;
         *     {@code null} for none
         */
        public record Around(
                @Nullable Double before,
                double worst,
                double worstSecond,
                @Nullable Double after) {}

        /**
         * Steps in one direction, until the direction changes, or until the next start or end of a load.
         *
         * @param beginSecond start of the first step
         * @param endSecond end of the last step
         * @param from the level before the first step
         * @param to the level after the last step
         * @param steps number of steps
         * @param since the last start or end of a load before the end of the first step; {@code null} for none
         */
        public record Climb(
                double beginSecond,
                double endSecond,
                double from,
                double to,
                int steps,
                @Nullable LoadChange since) {

            /** {@return the duration in seconds} */
            public double seconds() {
                return endSecond - beginSecond;
            }

            /** {@return seconds from {@code since} to {@code endSecond}; {@code null} without {@code since}} */
            public @Nullable Double sinceLoadSeconds() {
                return since == null ? null : (Double) (endSecond - since.second());
            }

            /** {@return true if the new level is higher} */
            public boolean isUp() {
                return to > from;
            }
        }
    }

    /**
     * A capacity over time: the duration of its steps, the work until the next step, and the cost.
     *
     * @param series the series; for a priced probe with several series, their common prefix
     * @param price the price; {@code null} if unknown
     * @param stretches the first level, the steps in chronological order, and with a price also the phases and the measured part
     */
    public record Scaling(String series, @Nullable Price price, List<Stretch> stretches) {

        public Scaling {
            stretches = List.copyOf(stretches);
        }

        /**
         * A price.
         *
         * @param text price as the user wrote it, for example {@code 0.0625/PCU-hour}
         * @param perHour price of one unit per hour
         * @param currency for example {@code $}; empty for none
         * @param unit for example {@code PCU}
         */
        public record Price(String text, double perHour, String currency, String unit) {}

        /**
         * A part of the run.
         *
         * @param kind kind of the part
         * @param name name of the phase; empty for other parts
         * @param fromSecond start of the part, in seconds of the run; for a step, the last second on the old level
         * @param toSecond end of the part; for a level or step, the start of the next step or the end of the measured part
         * @param from the old level, in the probe's unit; {@code null} except for steps
         * @param to the level; {@code null} except for steps and the first level
         * @param scaleSeconds duration of the step, until the first second on the new level; {@code null} for other parts
         * @param transactions transactions committed by the loads; without loads, transactions of the stream without heartbeats
         * @param bytes bytes of the stream; {@code null} without a stream
         * @param writes INSERT, UPDATE and DELETE statements of the loads; {@code null} without loads
         * @param capacityHours capacity multiplied by time, in the unit of the price and hours; {@code null} without a price
         * @param cost capacity hours multiplied by the price, in its currency; {@code null} without a price
         * @param pricedTransactions transactions of the seconds that the cost includes; {@code null} without a price
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
                @Nullable Long pricedTransactions,
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
