// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Merges durations with the memory of one histogram. Percentiles have an error of at most 2 %. Not thread-safe. */
public final class DurationsSum {

    private final Distribution.Sum mergedHistogram = new Distribution.Sum();
    private double sumMillis;
    private double maxMillis;
    private long negatives;
    private double lowestMillis;

    public static DurationSummary delay(List<SampleRow.Cdc> seconds) {
        return merge(
                seconds.isEmpty() ? null : seconds.get(0).delay().source(),
                seconds,
                SampleRow.Cdc::delayHistogram,
                SampleRow.Cdc::delay);
    }

    public static DurationSummary latency(List<SampleRow.Write> seconds) {
        return merge(null, seconds, SampleRow.Write::latencyHistogram, SampleRow.Write::latency);
    }

    /** Empty for a closed loop. */
    public static DurationSummary startDelay(List<SampleRow.Write> seconds) {
        return merge(null, seconds, SampleRow.Write::startDelayHistogram, SampleRow.Write::startDelay);
    }

    private static <T> DurationSummary merge(
            @Nullable String source,
            List<T> seconds,
            Function<T, @Nullable String> histogram,
            Function<T, DurationSummary> summary) {
        DurationsSum sum = new DurationsSum();
        seconds.forEach(second -> sum.add(histogram.apply(second), summary.apply(second)));
        return sum.value(source);
    }

    public void add(@Nullable String histogram, DurationSummary summary) {
        Double mean = summary.meanMillis();
        Double max = summary.maxMillis();
        if (histogram == null && summary.count() > 0) {
            throw new IllegalArgumentException(
                    "a second no longer has a histogram; take later seconds: a note in the result contains the first one");
        }
        if (histogram != null && mean != null && max != null) {
            Distribution distribution = Distribution.fromBase64(histogram);
            mergedHistogram.add(distribution);
            // The summary's mean is more exact than the histogram's. For a stuck stream, the summary's maximum is above
            // all values that arrived, so the histogram limits it.
            sumMillis += mean * distribution.count();
            maxMillis = Math.max(maxMillis, Math.min(max, distribution.maxMillis()));
        }
        // the histogram contains negative values as 0
        negatives += summary.negatives();
        lowestMillis = Math.min(lowestMillis, summary.lowestMillis());
    }

    public DurationSummary value(@Nullable String source) {
        DurationSummary mergedSummary = Durations.of(source, mergedHistogram.value());
        boolean isEmpty = mergedSummary.count() == 0;
        return new DurationSummary(
                source,
                mergedSummary.count(),
                isEmpty ? null : (Double) (sumMillis / mergedSummary.count()),
                atMostMax(mergedSummary.p50Millis()),
                atMostMax(mergedSummary.p95Millis()),
                atMostMax(mergedSummary.p99Millis()),
                atMostMax(mergedSummary.p999Millis()),
                isEmpty ? null : (Double) maxMillis,
                negatives,
                lowestMillis);
    }

    /** A percentile is the upper bound of a bucket, which may be above all values in the bucket. */
    private @Nullable Double atMostMax(@Nullable Double percentileMillis) {
        return percentileMillis == null ? null : (Double) Math.min(percentileMillis, maxMillis);
    }
}
