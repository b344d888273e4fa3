// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
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
public final class Interval {

    private Interval() {}

    /**
     * Puts the seconds of a stream together.
     *
     * @param seconds seconds of one stream, or of all together
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
        DurationsSum sum = new DurationsSum();
        seconds.forEach(second -> sum.add(histogram.apply(second), summary.apply(second)));
        return sum.value(source);
    }
}
