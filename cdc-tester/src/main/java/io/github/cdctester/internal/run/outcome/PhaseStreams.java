// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.StreamInterval;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.result.CdcSummary;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the streams carried in a phase, all together. What is only known when the readers have ended is empty here, and stands in the
 * whole run: rows by table, payloads, large transactions, gaps.
 */
public final class PhaseStreams {

    private final List<StreamInterval> streams;
    private final String delaySource;
    private final RowCounting rowCounting;

    public PhaseStreams(List<StreamInterval> streams, String delaySource, RowCounting rowCounting) {
        this.streams = streams;
        this.delaySource = delaySource;
        this.rowCounting = rowCounting;
    }

    public CdcSummary summary(double seconds) {
        StreamCounts counts =
                streams.stream().map(StreamInterval::counts).reduce(StreamCounts.ZERO, StreamCounts::plus);
        return new CdcSummary(
                Durations.of(delaySource, sum(StreamInterval::delay)),
                Durations.of(delaySource, sum(StreamInterval::firstByteDelay)),
                Durations.of(delaySource, sum(StreamInterval::endToEndDelay)),
                null,
                StreamTotals.delays(bySource()),
                seconds,
                StreamTotals.rate(counts.get(Metric.BYTES) - counts.get(Metric.HEARTBEAT_BYTES), seconds),
                StreamTotals.rate(counts.get(Metric.EVENTS) - counts.get(Metric.HEARTBEAT_EVENTS), seconds),
                StreamTotals.rate(counts.get(Metric.TRANSACTIONS) - counts.get(Metric.HEARTBEATS), seconds),
                rowCounting == RowCounting.OFF
                        ? null
                        : StreamTotals.rate(counts.get(Metric.ROWS) - counts.get(Metric.HEARTBEATS), seconds),
                rowCounting.name().toLowerCase(Locale.ROOT),
                counts.get(Metric.ROWS),
                Map.of(),
                counts.get(Metric.UNKNOWN_ROW_EVENTS),
                counts.get(Metric.BYTES),
                counts.get(Metric.EVENTS),
                counts.get(Metric.TRANSACTIONS),
                counts.eventsByKind(),
                new CdcSummary.Payloads(0, 0, 0, Map.of()),
                new CdcSummary.Heartbeats(
                        counts.get(Metric.HEARTBEATS),
                        counts.get(Metric.HEARTBEAT_EVENTS),
                        counts.get(Metric.HEARTBEAT_BYTES)),
                delaySource.equals(DelaySource.COMMIT_TIMESTAMP.name()) ? counts.get(Metric.UNKNOWN_COMMIT_TIMES) : 0,
                0,
                0,
                List.of(),
                place(StreamInterval::from),
                place(StreamInterval::to),
                null);
    }

    private Distribution sum(Function<StreamInterval, Distribution> delay) {
        return Distribution.sum(streams.stream().map(delay).toList());
    }

    private Map<DelaySource, Distribution> bySource() {
        Map<DelaySource, Distribution> sums = new EnumMap<>(DelaySource.class);
        for (StreamInterval stream : streams) {
            stream.delaysBySource().forEach((source, delay) -> sums.merge(source, delay, Distribution::plus));
        }
        return sums;
    }

    /** Of several streams there is none. */
    private CdcSummary.@Nullable Position place(Function<StreamInterval, LogPosition> at) {
        LogPosition place = at.apply(streams.get(0));
        return streams.size() > 1 || place.file().isEmpty()
                ? null
                : new CdcSummary.Position(place.file(), place.offset(), null);
    }
}
