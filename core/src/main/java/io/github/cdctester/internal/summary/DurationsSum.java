// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds up durations of any number of seconds in the memory of one histogram; percentiles are exact within 2 %. Not thread-safe. */
public final class DurationsSum {

    private final Distribution.Sum all = new Distribution.Sum();
    private double sum;
    private double longest;
    private long negatives;
    private double lowest;

    /** Puts the seconds of one stream together, or of all. */
    public static DurationSummary delay(List<SampleRow.Cdc> seconds) {
        return merged(
                seconds.isEmpty() ? null : seconds.get(0).delay().source(),
                seconds,
                SampleRow.Cdc::delayHistogram,
                SampleRow.Cdc::delay);
    }

    /** Puts the seconds of one load together, or of all. */
    public static DurationSummary latency(List<SampleRow.Write> seconds) {
        return merged(null, seconds, SampleRow.Write::latencyHistogram, SampleRow.Write::latency);
    }

    /** Returns the sum of the start delays; empty in a closed loop. */
    public static DurationSummary startDelay(List<SampleRow.Write> seconds) {
        return merged(null, seconds, SampleRow.Write::startDelayHistogram, SampleRow.Write::startDelay);
    }

    private static <T> DurationSummary merged(
            @Nullable String source,
            List<T> seconds,
            Function<T, @Nullable String> histogram,
            Function<T, DurationSummary> summary) {
        DurationsSum sum = new DurationsSum();
        seconds.forEach(second -> sum.add(histogram.apply(second), summary.apply(second)));
        return sum.value(source);
    }

    public void add(@Nullable String histogram, DurationSummary known) {
        Double mean = known.meanMillis();
        Double max = known.maxMillis();
        if (histogram == null && known.count() > 0) {
            throw new IllegalArgumentException(
                    "a second no longer has a histogram; take later seconds: a note in the result says from which on");
        }
        if (histogram != null && mean != null && max != null) {
            Distribution part = Distribution.decoded(histogram);
            all.add(part);
            // the second's own are more exact; of a stream that is stuck, its maximum has not arrived
            sum += mean * part.count();
            longest = Math.max(longest, Math.min(max, part.maxMillis()));
        }
        // a histogram has zeros in place of negatives
        negatives += known.negatives();
        lowest = Math.min(lowest, known.lowestMillis());
    }

    public DurationSummary value(@Nullable String source) {
        DurationSummary together = Durations.of(source, all.value());
        boolean empty = together.count() == 0;
        return new DurationSummary(
                source,
                together.count(),
                empty ? null : (Double) (sum / together.count()),
                atMostLongest(together.p50Millis()),
                atMostLongest(together.p95Millis()),
                atMostLongest(together.p99Millis()),
                atMostLongest(together.p999Millis()),
                empty ? null : (Double) longest,
                negatives,
                lowest);
    }

    /** A bucket reaches beyond its values, and a percentile beyond the longest would look like a fault. */
    private @Nullable Double atMostLongest(@Nullable Double percentileMillis) {
        return percentileMillis == null ? null : (Double) Math.min(percentileMillis, longest);
    }
}
