// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * How a duration was distributed, in ms, each value within 0.1 %. All but the counts are {@code null} where nothing was
 * measured. A percentile is a nearest rank: of fewer values than it needs, it is the longest of them, or next to it ({@link #carries}).
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
     * Returns true if a percentile of so many values says more than their maximum does.
     *
     * @param percent the percentile, from 0 to 100
     * @param count how many values there are
     * @return whether at least one of them may be above it: p50 needs 2, p95 20, p99 100, p99.9 1 000
     */
    public static boolean carries(double percent, long count) {
        return Math.round(count * (100 - percent) * 1e6) >= 100_000_000 || percent == 100 && count > 0;
    }

    /**
     * Leaves out the percentiles that so many values do not carry, which nobody should print.
     *
     * @return the same with {@code null} for these; where nothing was measured, itself
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
