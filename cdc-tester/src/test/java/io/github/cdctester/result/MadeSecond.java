// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Streams and loads of a second, number by number, and the numbers of whatever else by their names. */
public final class MadeSecond {

    private MadeSecond() {}

    public static SampleRow.Cdc cdc(
            DurationSummary delay,
            long bytes,
            double bytesPerSecond,
            long events,
            double eventsPerSecond,
            long transactions,
            double transactionsPerSecond,
            long heartbeats,
            SampleRow.Motion state,
            @Nullable Long behindBytes,
            double unreadMillis,
            Map<String, Long> eventsByKind,
            @Nullable String delayHistogram) {
        Map<String, Double> values = values(
                "bytes", bytes,
                "bytesPerSecond", bytesPerSecond,
                "events", events,
                "eventsPerSecond", eventsPerSecond,
                "transactions", transactions,
                "transactionsPerSecond", transactionsPerSecond,
                "heartbeats", heartbeats,
                "state", state.ordinal(),
                "behindBytes", behindBytes,
                "unreadMillis", unreadMillis);
        return new SampleRow.Cdc(delay, values, eventsByKind, delayHistogram);
    }

    public static SampleRow.Write write(
            int threads,
            long transactions,
            double transactionsPerSecond,
            long queries,
            double queriesPerSecond,
            long reads,
            long writes,
            long other,
            long errors,
            long reconnects,
            DurationSummary latency,
            DurationSummary startDelay,
            DurationSummary serviceTime,
            @Nullable String latencyHistogram,
            @Nullable String startDelayHistogram) {
        Map<String, Double> values = values(
                "threads", threads,
                "transactions", transactions,
                "transactionsPerSecond", transactionsPerSecond,
                "queries", queries,
                "queriesPerSecond", queriesPerSecond,
                "reads", reads,
                "writes", writes,
                "other", other,
                "errors", errors,
                "reconnects", reconnects);
        return new SampleRow.Write(
                values, latency, startDelay, serviceTime, latencyHistogram, startDelayHistogram, Map.of());
    }

    /** Names and numbers in turn; {@code null} values are left out. */
    public static Map<String, Double> values(@Nullable Object... namesAndValues) {
        Map<String, Double> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] instanceof Number value) {
                values.put(String.valueOf(namesAndValues[i]), value.doubleValue());
            }
        }
        return values;
    }
}
