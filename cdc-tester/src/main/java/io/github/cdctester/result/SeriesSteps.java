// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

        /**
         * Tells the direction.
         *
         * @return whether the new level is above the old one
         */
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

        /**
         * How long all of it took.
         *
         * @return seconds
         */
        public double seconds() {
            return endSecond - beginSecond;
        }

        /**
         * Tells the direction.
         *
         * @return whether it went up
         */
        public boolean isUp() {
            return to > from;
        }
    }
}
