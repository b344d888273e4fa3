// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.StreamSampler;
import io.github.cdctester.internal.meter.StreamSnapshot;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.Drain;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import org.jspecify.annotations.Nullable;

/** One stream whose reader has ended, with its counts in the measured part. */
record MeasuredStream(FollowedStream stream, StreamSampler sampled, StreamSnapshot last, StreamCounts counts) {

    static MeasuredStream of(FollowedStream stream, StreamSampler sampled) {
        StreamSnapshot last = stream.meter().snapshot();
        return new MeasuredStream(stream, sampled, last, inWindow(last));
    }

    private static StreamCounts inWindow(StreamSnapshot last) {
        StreamCounts from = last.windowCounts();
        // the window starts with its first transaction; without a transaction the counts are zero
        return from == null ? StreamCounts.ZERO : last.counts().minus(from);
    }

    /** Returns a count of the measured part so far. */
    static long countInWindow(StreamSnapshot now, Metric metric) {
        return inWindow(now).get(metric);
    }

    /** Returns the number of transactions in the measured part so far, without heartbeats. */
    static long observed(StreamSnapshot now) {
        return observed(inWindow(now));
    }

    /** Returns the number of transactions in the measured part, without heartbeats. */
    long observed() {
        return observed(counts);
    }

    private static long observed(StreamCounts counted) {
        return counted.get(Metric.TRANSACTIONS) - counted.get(Metric.HEARTBEATS);
    }

    StreamSummary streamSummary(CdcSummary cdc) {
        LogServer server = stream.server();
        return new StreamSummary(
                stream.name(),
                server.endpoint().address(),
                cdc,
                stream.readerCpuSeconds(),
                StreamFacts.server(server.info()),
                StreamFacts.clock(stream.clockOffset()));
    }

    /**
     * Returns the totals. The counts include the transactions of all clients.
     *
     * @param own true if the run's own transactions are known; delays, seconds and drain then refer to these only
     */
    StreamTotals totals(RunTimeline timeline, boolean own) {
        double seconds = timeline.seconds();
        // a stream that had to catch up ends with its last transaction, after the last commit;
        // own transactions are used if known, because heartbeats continue while another stream catches up
        long lastMicros = own ? last.lastOwnMicros() : last.lastTransactionMicros();
        double untilLast = (lastMicros - EpochMicrosClock.micros(timeline.startedAt)) / 1e6;
        double cdcSeconds = Math.max(seconds, untilLast);
        // the server sends a large transaction only after its commit: the rate counts until the transaction arrives
        boolean large = sampled.windowLargeTransactions().isPresent();
        StreamCounts arrived = large ? counts : sampled.arrivedInWindow().orElse(counts);
        return new StreamTotals(
                counts,
                cdcSeconds,
                StreamTotals.Rates.of(arrived, counts, large ? cdcSeconds : seconds),
                sampled.windowDelays(own),
                sampled.windowLargeTransactions().orElse(null),
                StreamFacts.rows(stream.meter().windowRows()),
                stream.meter().windowPayloads(),
                stream.subscription().state().omittedBytes(),
                stream.subscription().state().incompleteTransactions(),
                stream.gaps().stream().map(StreamFacts::gap).toList(),
                startPosition(),
                endPosition(),
                new Drain(
                        Math.max(0, cdcSeconds - seconds),
                        transactionsInDrain(sampled.countsAtWindowEnd().orElse(counts), own)),
                own);
    }

    private long transactionsInDrain(StreamCounts atEnd, boolean own) {
        return own
                ? counts.get(Metric.OWN_TRANSACTIONS) - atEnd.get(Metric.OWN_TRANSACTIONS)
                : observed() - observed(atEnd);
    }

    private CdcSummary.Position startPosition() {
        LogPosition from = last.windowFrom();
        if (from != null) {
            return position(from, stream.startedAt());
        }
        LogPosition start = stream.startedAt().position();
        // after a start by GTIDs without any event, the start position is the current position
        return start.equals(LogPosition.NOWHERE) ? endPosition() : position(start, stream.startedAt());
    }

    private CdcSummary.Position endPosition() {
        return position(last.position(), stream.end());
    }

    private static CdcSummary.Position position(LogPosition position, @Nullable LogEnd end) {
        String gtidSet = end != null && end.position().equals(position) ? end.gtidSet() : "";
        return new CdcSummary.Position(position.file(), position.offset(), gtidSet.isEmpty() ? null : gtidSet);
    }
}
