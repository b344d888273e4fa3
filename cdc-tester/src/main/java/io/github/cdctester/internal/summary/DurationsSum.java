// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.result.DurationSummary;
import org.jspecify.annotations.Nullable;

/** Adds the durations of seconds up, however many, in the memory of one histogram; percentiles are right within 2 %. For one thread. */
public final class DurationsSum {

    private final Distribution.Sum all = new Distribution.Sum();
    private double sum;
    private double longest;
    private long negatives;
    private double lowest;

    /** Creates a sum of nothing. */
    public DurationsSum() {}

    /**
     * Adds a second.
     *
     * @param histogram as the second keeps it; {@code null} where nothing was recorded
     * @param known the second's summary of the same
     * @throws IllegalArgumentException if the histogram is broken, or was given up because the run was long
     */
    public void add(@Nullable String histogram, DurationSummary known) {
        Double mean = known.meanMillis();
        Double max = known.maxMillis();
        if (histogram == null && known.count() > 0) {
            throw new IllegalArgumentException(
                    "a second has no histogram any more; take later seconds: a note of the result says from which on");
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

    /**
     * Sums up.
     *
     * @param source where delays come from, or {@code null}
     * @return all seconds up to now as one
     */
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
