// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a duration, in ms, with an error of at most 0.1 %. Without measurements, the mean, the percentiles and the
 * maximum are {@code null}, except in a copy with a raised maximum. Percentiles use the nearest rank: with too few values, a
 * percentile is the maximum or close to it ({@link #isMeaningful}).
 *
 * @param source name of the delay source, with its resolution if coarse; {@code null} if the durations are not delays
 * @param count number of durations
 * @param meanMillis the mean
 * @param p50Millis the median
 * @param p95Millis 95th percentile
 * @param p99Millis 99th percentile
 * @param p999Millis 99.9th percentile
 * @param maxMillis the maximum
 * @param negatives number of negative durations, which are recorded as 0. They occur if two clocks differ by more than
 *     the duration.
 * @param lowestMillis the lowest duration if it is negative; else 0
 */
@RecordBuilder
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
     * Returns true if there are enough values for a percentile, so that it can differ from the maximum.
     *
     * @param percent the percentile, from 0 to 100
     * @param count number of values
     * @return true if the count suffices: 2 values for p50, 20 for p95, 100 for p99, 1,000 for p99.9, and 1 for the maximum (100)
     */
    public static boolean isMeaningful(double percent, long count) {
        return Math.round(count * (100 - percent) * 1e6) >= 100_000_000 || percent == 100 && count > 0;
    }

    /**
     * Returns a copy without percentiles of too few values, which should not be printed.
     *
     * @return a copy with {@code null} for such percentiles; without measurements, this object
     */
    public DurationSummary withoutUnreliablePercentiles() {
        return count == 0 || isMeaningful(99.9, count)
                ? this
                : DurationSummaryCopy.of(this)
                        .p50Millis(isMeaningful(50, count) ? p50Millis : null)
                        .p95Millis(isMeaningful(95, count) ? p95Millis : null)
                        .p99Millis(isMeaningful(99, count) ? p99Millis : null)
                        .p999Millis(null)
                        .build();
    }

    /**
     * Returns a copy with a raised maximum, for a duration that has not ended but already exceeds the maximum.
     *
     * @param millis the lower limit
     * @return a summary whose maximum is at least the lower limit; without measurements, all its values are the lower limit
     */
    public DurationSummary withMaxAtLeast(double millis) {
        Double max = maxMillis == null ? millis : Math.max(maxMillis, millis);
        return count == 0
                ? new DurationSummary(source, 0, max, max, max, max, max, max, negatives, lowestMillis)
                : DurationSummaryCopy.of(this).maxMillis(max).build();
    }
}
