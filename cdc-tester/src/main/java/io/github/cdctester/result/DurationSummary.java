// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * How a duration was distributed, in ms, each value within 0.1 %. All but the counts are {@code null} where nothing was
 * measured.
 *
 * @param source where delays come from, with their resolution if it is coarse; {@code null} for other durations
 * @param count how many durations
 * @param meanMillis the mean
 * @param p50Millis the median
 * @param p95Millis 95 % are no longer
 * @param p99Millis 99 % are no longer
 * @param p999Millis 99.9 % are no longer
 * @param maxMillis the longest
 * @param negatives durations below zero, recorded as 0: two clocks disagreed by more than the delay
 * @param lowestMillis the most negative one, or 0
 */
public record DurationSummary(
        @Nullable String source,
        long count,
        @Nullable Double meanMillis,
        @Nullable Double p50Millis,
        @Nullable Double p95Millis,
        @Nullable Double p99Millis,
        @Nullable Double p999Millis,
        @Nullable Double maxMillis,
        long negatives,
        double lowestMillis) {

    /**
     * Says that the longest duration is longer than what was measured, as something that has not ended shows.
     *
     * @param millis the least that is known
     * @return a summary whose maximum is no less; where nothing was measured, all of its values are this one
     */
    public DurationSummary atLeast(double millis) {
        Double floor = maxMillis == null ? millis : Math.max(maxMillis, millis);
        return count == 0
                ? new DurationSummary(source, 0, floor, floor, floor, floor, floor, floor, negatives, lowestMillis)
                : new DurationSummary(
                        source,
                        count,
                        meanMillis,
                        p50Millis,
                        p95Millis,
                        p99Millis,
                        p999Millis,
                        floor,
                        negatives,
                        lowestMillis);
    }
}
