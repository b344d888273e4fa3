// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import org.jspecify.annotations.Nullable;

/**
 * The distribution of a duration, in ms, each value within 0.1 %. All except the counts are {@code null} without measurements. A
 * percentile is a nearest rank: with too few values, it is the longest of them, or next to it ({@link #carries}).
 *
 * @param source source of delays, with their resolution if it is coarse; {@code null} for other durations
 * @param count number of durations
 * @param meanMillis the mean
 * @param p50Millis the median
 * @param p95Millis 95th percentile
 * @param p99Millis 99th percentile
 * @param p999Millis 99.9th percentile
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
     * Returns true if a percentile of a number of values can differ from their maximum.
     *
     * @param percent the percentile, from 0 to 100
     * @param count number of values
     * @return true if at least one of them may be above it: p50 needs 2, p95 20, p99 100, p99.9 1 000
     */
    public static boolean carries(double percent, long count) {
        return Math.round(count * (100 - percent) * 1e6) >= 100_000_000 || percent == 100 && count > 0;
    }

    /**
     * Leaves out percentiles of too few values, which should not be printed.
     *
     * @return a copy with {@code null} for these; without measurements, this object
     */
    public DurationSummary carried() {
        return count == 0 || carries(99.9, count)
                ? this
                : new DurationSummary(
                        source,
                        count,
                        meanMillis,
                        carries(50, count) ? p50Millis : null,
                        carries(95, count) ? p95Millis : null,
                        carries(99, count) ? p99Millis : null,
                        null,
                        maxMillis,
                        negatives,
                        lowestMillis);
    }

    /**
     * Raises the longest duration, because a duration that has not ended is already longer.
     *
     * @param millis the lower limit
     * @return a summary whose maximum is at least that; without measurements, all of its values are this one
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
