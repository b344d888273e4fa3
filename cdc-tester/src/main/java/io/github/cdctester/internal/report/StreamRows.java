// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.StreamSpread;
import io.github.cdctester.result.Summary.StreamSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The part of the table that has a row a stream; nothing where there is only one. */
final class StreamRows {

    private static final double MB = 1e6;
    private static final int NAME = 21;

    private StreamRows() {}

    static List<String> of(Summary summary) {
        List<String> rows = new ArrayList<>();
        StreamSpread spread = summary.overStreams();
        if (spread == null) {
            return rows;
        }
        rows.add("");
        rows.add(String.format(
                Locale.ROOT,
                "%-" + NAME + "s %8s %9s %9s %9s %9s %9s",
                "stream",
                "MB/s",
                "EPS",
                "TPS",
                "DT p50",
                "DT p99",
                "DT max"));
        for (StreamSummary stream : summary.streams()) {
            rows.add(row(stream.name(), stream.cdc()));
        }
        rows.add(row("all", summary.cdc()));
        rows.add(row("min", spread, StreamSpread.Range::min));
        rows.add(row("avg", spread, StreamSpread.Range::avg));
        rows.add(row("max", spread, StreamSpread.Range::max));
        return rows;
    }

    private static String row(String name, CdcSummary cdc) {
        return row(
                name,
                cdc.bytesPerSecond(),
                cdc.eventsPerSecond(),
                cdc.transactionsPerSecond(),
                cdc.delay().carried().p50Millis(),
                cdc.delay().carried().p99Millis(),
                cdc.delay().maxMillis());
    }

    private static String row(String name, StreamSpread spread, ToDoubleFunction<StreamSpread.Range> value) {
        return row(
                name,
                value.applyAsDouble(spread.bytesPerSecond()),
                value.applyAsDouble(spread.eventsPerSecond()),
                value.applyAsDouble(spread.transactionsPerSecond()),
                known(spread.delayP50Millis(), value),
                known(spread.delayP99Millis(), value),
                known(spread.delayMaxMillis(), value));
    }

    private static @Nullable Double known(
            StreamSpread.@Nullable Range range, ToDoubleFunction<StreamSpread.Range> value) {
        return range == null ? null : value.applyAsDouble(range);
    }

    private static String row(
            String name,
            double bytesPerSecond,
            double eventsPerSecond,
            double transactionsPerSecond,
            @Nullable Double p50Millis,
            @Nullable Double p99Millis,
            @Nullable Double maxMillis) {
        return String.format(
                Locale.ROOT,
                "%-" + NAME + "s %8.2f %9.1f %9.1f %9s %9s %9s",
                name.length() <= NAME ? name : "…" + name.substring(name.length() - NAME + 1),
                bytesPerSecond / MB,
                eventsPerSecond,
                transactionsPerSecond,
                millis(p50Millis),
                millis(p99Millis),
                millis(maxMillis));
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
