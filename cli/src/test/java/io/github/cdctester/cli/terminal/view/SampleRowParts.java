// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class SampleRowParts {

    private SampleRowParts() {}

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
        return cdc(
                delay,
                bytes,
                bytesPerSecond,
                events,
                eventsPerSecond,
                transactions,
                transactionsPerSecond,
                heartbeats,
                state,
                behindBytes,
                unreadMillis,
                eventsByKind,
                delayHistogram,
                null);
    }

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
            @Nullable String delayHistogram,
            @Nullable Double readerCpuPercent) {
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
                "unreadMillis", unreadMillis,
                "readerCpuPercent", readerCpuPercent);
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

    public static SampleRow.Consumer consumer(
            String name,
            DurationSummary delay,
            long transactions,
            double transactionsPerSecond,
            long behind,
            @Nullable Long rows,
            @Nullable Double rowsPerSecond,
            @Nullable Long bytes,
            @Nullable Double bytesPerSecond,
            @Nullable Long events,
            @Nullable Double eventsPerSecond) {
        Map<String, Double> values = values(
                "transactions", transactions,
                "transactionsPerSecond", transactionsPerSecond,
                "behind", behind,
                "rows", rows,
                "rowsPerSecond", rowsPerSecond,
                "bytes", bytes,
                "bytesPerSecond", bytesPerSecond,
                "events", events,
                "eventsPerSecond", eventsPerSecond);
        return new SampleRow.Consumer(name, delay, values);
    }

    private static Map<String, Double> values(@Nullable Object... namesAndValues) {
        Map<String, Double> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] instanceof Number value) {
                values.put(String.valueOf(namesAndValues[i]), value.doubleValue());
            }
        }
        return values;
    }
}
