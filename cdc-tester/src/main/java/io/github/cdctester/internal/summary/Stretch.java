// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Any seconds of a result as one: percentiles of all that was recorded in them, within 2 %, which no percentiles of the
 * seconds can give.
 * Of a load or a stream among several, give the rows of its own.
 */
public final class Stretch {

    private Stretch() {}

    /**
     * Puts the seconds of a stream together.
     *
     * @param seconds seconds of one stream, or of all together
     * @return DT of all that arrived in them
     * @throws IllegalArgumentException if a histogram is broken, or was given up because the run was long
     */
    public static DurationSummary delay(List<SampleRow.Cdc> seconds) {
        return merged(
                seconds.isEmpty() ? null : seconds.get(0).delay().source(),
                seconds,
                SampleRow.Cdc::delayHistogram,
                SampleRow.Cdc::delay);
    }

    /**
     * Puts the seconds of a load together.
     *
     * @param seconds seconds of one load, or of all together
     * @return the latency of all transactions that ended in them
     * @throws IllegalArgumentException if a histogram is broken, or was given up because the run was long
     */
    public static DurationSummary latency(List<SampleRow.Write> seconds) {
        return merged(null, seconds, SampleRow.Write::latencyHistogram, SampleRow.Write::latency);
    }

    /**
     * Puts the seconds of a load together.
     *
     * @param seconds seconds of one load, or of all together
     * @return the start delay of all transactions that ended in them; of nothing in a closed loop
     * @throws IllegalArgumentException if a histogram is broken, or was given up because the run was long
     */
    public static DurationSummary startDelay(List<SampleRow.Write> seconds) {
        return merged(null, seconds, SampleRow.Write::startDelayHistogram, SampleRow.Write::startDelay);
    }

    /**
     * Adds up the events of a stream.
     *
     * @param seconds seconds of one stream, or of all together
     * @return events by the server's names
     */
    public static Map<String, Long> eventsByKind(List<SampleRow.Cdc> seconds) {
        Map<String, Long> sums = new TreeMap<>();
        seconds.forEach(second -> second.eventsByKind().forEach((kind, events) -> sums.merge(kind, events, Long::sum)));
        return sums;
    }

    private static <T> DurationSummary merged(
            @Nullable String source,
            List<T> seconds,
            Function<T, @Nullable String> histogram,
            Function<T, DurationSummary> summary) {
        List<Distribution> parts = new ArrayList<>();
        double sum = 0;
        double longest = 0;
        for (T second : seconds) {
            String encoded = histogram.apply(second);
            DurationSummary known = summary.apply(second);
            Double mean = known.meanMillis();
            Double max = known.maxMillis();
            if (encoded == null && known.count() > 0) {
                throw new IllegalArgumentException(
                        "a second has no histogram any more; take later seconds: a note of the result says from which on");
            }
            if (encoded != null && mean != null && max != null) {
                Distribution part = Distribution.decoded(encoded);
                parts.add(part);
                // the second's own are more exact; of a stream that is stuck, its maximum has not arrived
                sum += mean * part.count();
                longest = Math.max(longest, Math.min(max, part.maxMillis()));
            }
        }
        DurationSummary all = Durations.of(source, Distribution.sum(parts));
        return new DurationSummary(
                source,
                all.count(),
                all.count() == 0 ? null : (Double) (sum / all.count()),
                all.p50Millis(),
                all.p95Millis(),
                all.p99Millis(),
                all.p999Millis(),
                all.count() == 0 ? null : (Double) longest,
                // a histogram has zeros in place of negatives
                seconds.stream()
                        .map(summary)
                        .mapToLong(DurationSummary::negatives)
                        .sum(),
                seconds.stream()
                        .map(summary)
                        .mapToDouble(DurationSummary::lowestMillis)
                        .min()
                        .orElse(0));
    }
}
