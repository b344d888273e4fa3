// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.Passages;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.StreamSampler;
import io.github.cdctester.internal.meter.StreamSnapshot;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.run.stream.LogStart;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.internal.summary.StreamFacts;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Summary.Drain;
import io.github.cdctester.result.Summary.StreamSummary;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What one stream carried in the measured part. */
final class StreamTotals {

    private final FollowedStream stream;
    private final StreamSampler sampled;
    private final DelaySource delaySource;
    private final RowCounting rowCounting;
    private final StreamSnapshot last;
    private final StreamCounts counts;

    StreamTotals(FollowedStream stream, StreamSampler sampled, DelaySource delaySource, RowCounting rowCounting) {
        this.stream = stream;
        this.sampled = sampled;
        this.delaySource = delaySource;
        this.rowCounting = rowCounting;
        last = stream.meter().snapshot();
        StreamCounts from = last.windowCounts();
        // the window opens with the first transaction behind its mark; without one there is nothing in it
        counts = from == null ? StreamCounts.ZERO : last.counts().minus(from);
    }

    FollowedStream stream() {
        return stream;
    }

    StreamCounts counts() {
        return counts;
    }

    /** Transactions that are not the tester's own heartbeats. */
    long observed() {
        return observed(counts);
    }

    private static long observed(StreamCounts counted) {
        return counted.get(Metric.TRANSACTIONS) - counted.get(Metric.HEARTBEATS);
    }

    StreamSampler sampled() {
        return sampled;
    }

    StreamSummary named(CdcSummary cdc) {
        LogServer server = stream.server();
        return new StreamSummary(
                stream.name(),
                server.endpoint().address(),
                cdc,
                stream.readerCpuSeconds(),
                StreamFacts.server(server.info()),
                StreamFacts.clock(stream.clockOffset()));
    }

    CdcSummary summary(RunTimeline course, double seconds) {
        // until the last transaction arrived, if that was after the last commit: then the stream had to catch up;
        // heartbeats go on while another stream does
        double cdcSeconds =
                Math.max(seconds, (last.lastTransactionMicros() - EpochMicrosClock.micros(course.startedAt())) / 1e6);
        // nothing of a large transaction is sent before it is committed: its time is over when it has arrived
        Optional<Passages> passages = sampled.windowPassages();
        boolean large = passages.isPresent();
        StreamCounts came = large ? counts : sampled.arrivedInWindow().orElse(counts);
        ToDoubleFunction<ToLongFunction<StreamCounts>> perSecond = count ->
                rate(Math.min(count.applyAsLong(came), count.applyAsLong(counts)), large ? cdcSeconds : seconds);
        return new CdcSummary(
                delay(sampled.windowDelay()),
                delay(sampled.windowFirstByteDelay()),
                delay(sampled.windowEndToEndDelay()),
                passages.map(passed -> StreamFacts.largeTransactions(delaySource.name(), passed))
                        .orElse(null),
                delays(sampled.windowDelaysBySource()),
                cdcSeconds,
                perSecond.applyAsDouble(some -> some.get(Metric.BYTES) - some.get(Metric.HEARTBEAT_BYTES)),
                perSecond.applyAsDouble(some -> some.get(Metric.EVENTS) - some.get(Metric.HEARTBEAT_EVENTS)),
                perSecond.applyAsDouble(StreamTotals::observed),
                rowCounting == RowCounting.OFF
                        ? null
                        : (Double) perSecond.applyAsDouble(some -> some.get(Metric.ROWS) - some.get(Metric.HEARTBEATS)),
                rowCounting.name().toLowerCase(Locale.ROOT),
                counts.get(Metric.ROWS),
                StreamFacts.rows(stream.meter().windowRows()),
                counts.get(Metric.UNKNOWN_ROW_EVENTS),
                counts.get(Metric.BYTES),
                counts.get(Metric.EVENTS),
                counts.get(Metric.TRANSACTIONS),
                counts.eventsByKind(),
                StreamFacts.payloads(stream.meter().windowPayloads()),
                new CdcSummary.Heartbeats(
                        counts.get(Metric.HEARTBEATS),
                        counts.get(Metric.HEARTBEAT_EVENTS),
                        counts.get(Metric.HEARTBEAT_BYTES)),
                delaySource == DelaySource.COMMIT_TIMESTAMP ? counts.get(Metric.UNKNOWN_COMMIT_TIMES) : 0,
                stream.omittedBytes(),
                stream.incompleteTransactions(),
                stream.gaps().stream().map(StreamFacts::gap).toList(),
                from(),
                to(),
                new Drain(
                        Math.max(0, cdcSeconds - seconds),
                        observed() - observed(sampled.countsAtWindowEnd().orElse(counts))));
    }

    static Map<DelaySource, DurationSummary> delays(Map<DelaySource, Distribution> bySource) {
        Map<DelaySource, DurationSummary> delays = new EnumMap<>(DelaySource.class);
        bySource.forEach((source, delay) -> delays.put(source, Durations.of(source.name(), delay)));
        return delays;
    }

    private DurationSummary delay(Distribution delay) {
        return Durations.of(delaySource.name(), delay);
    }

    private CdcSummary.Position from() {
        LogPosition from = last.windowFrom();
        if (from != null) {
            return position(from, stream.startedAt());
        }
        LogPosition start = stream.startedAt().position();
        // behind GTIDs nothing came that would have told where that is: it is where the stream stands
        return start.equals(LogStart.NOWHERE) ? to() : position(start, stream.startedAt());
    }

    private CdcSummary.Position to() {
        return position(last.position(), stream.end());
    }

    private static CdcSummary.Position position(LogPosition position, @Nullable LogEnd known) {
        String gtidSet = known != null && known.position().equals(position) ? known.gtidSet() : "";
        return new CdcSummary.Position(position.file(), position.offset(), gtidSet.isEmpty() ? null : gtidSet);
    }

    static double rate(long count, double seconds) {
        return seconds > 0 ? count / seconds : 0;
    }
}
