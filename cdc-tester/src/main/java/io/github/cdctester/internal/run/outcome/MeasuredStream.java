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
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.Drain;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import org.jspecify.annotations.Nullable;

/** One stream whose reader has ended, with its counts in the measured part. */
record MeasuredStream(FollowedStream stream, StreamSampler sampler, StreamSnapshot lastSnapshot, StreamCounts counts) {

    static MeasuredStream of(FollowedStream stream, StreamSampler sampler) {
        StreamSnapshot lastSnapshot = stream.meter().snapshot();
        return new MeasuredStream(stream, sampler, lastSnapshot, countsInWindow(lastSnapshot));
    }

    static StreamCounts countsInWindow(StreamSnapshot snapshot) {
        StreamCounts windowStart = snapshot.windowCounts();
        // the window starts with its first transaction; without a transaction the counts are zero
        return windowStart == null ? StreamCounts.ZERO : snapshot.counts().minus(windowStart);
    }

    /** Returns the number of transactions without heartbeats. */
    static long observedTransactions(StreamCounts counts) {
        return counts.get(Metric.TRANSACTIONS) - counts.get(Metric.HEARTBEATS);
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
     * The counts include the transactions of all clients.
     *
     * @param hasOwn true if the run's own transactions are known; delays, seconds and drain then refer only to them
     */
    StreamTotals totals(RunTimeline timeline, boolean hasOwn) {
        double seconds = timeline.seconds();
        StreamCounts windowEnd = sampler.countsAtWindowEnd().orElse(counts);
        Drain drain = drain(lastSnapshot, windowEnd, hasOwn, timeline, stream.isReadByThisProcess());
        double cdcSeconds = seconds + drain.seconds();
        // the server sends a large transaction only after its commit, so the rate includes the time until its arrival
        boolean hasLargeTransactions = sampler.windowLargeTransactions().isPresent();
        StreamCounts arrivedCounts =
                hasLargeTransactions ? counts : sampler.arrivedInWindow().orElse(counts);
        return new StreamTotals(
                counts,
                cdcSeconds,
                StreamTotals.Rates.of(arrivedCounts, counts, hasLargeTransactions ? cdcSeconds : seconds),
                sampler.windowDelays(hasOwn),
                sampler.windowLargeTransactions().orElse(null),
                StreamFacts.rows(stream.meter().windowRows()),
                stream.meter().windowPayloads(),
                stream.subscription().state().omittedBytes(),
                stream.subscription().state().incompleteTransactions(),
                stream.gaps().stream().map(StreamFacts::gap).toList(),
                startPosition(),
                endPosition(),
                drain,
                hasOwn);
    }

    /** Returns the drain. {@code windowEnd} are the counts of the measured part's data that had arrived at its end. */
    static Drain drain(
            StreamSnapshot last, StreamCounts windowEnd, boolean hasOwn, RunTimeline timeline, boolean byThisClock) {
        StreamCounts counts = countsInWindow(last);
        long transactions = hasOwn
                ? counts.get(Metric.OWN_TRANSACTIONS) - windowEnd.get(Metric.OWN_TRANSACTIONS)
                : observedTransactions(counts) - observedTransactions(windowEnd);
        // a stream that had to catch up ends with its last transaction, after the last commit;
        // own transactions are used if known, because heartbeats continue while another stream catches up
        long lastMicros = hasOwn ? last.lastOwnMicros() : last.lastTransactionMicros();
        return new Drain(transactions == 0 ? 0 : timeline.secondsFromEnd(lastMicros, byThisClock), transactions);
    }

    private CdcSummary.Position startPosition() {
        LogPosition windowStart = lastSnapshot.windowFrom();
        if (windowStart != null) {
            return position(windowStart, stream.startPosition());
        }
        LogPosition start = stream.startPosition().position();
        // after a start by GTIDs without any event, the start position is the current position
        return start.equals(LogPosition.NOWHERE) ? endPosition() : position(start, stream.startPosition());
    }

    private CdcSummary.Position endPosition() {
        return position(lastSnapshot.position(), stream.goalEnd());
    }

    private static CdcSummary.Position position(LogPosition position, @Nullable LogEnd end) {
        String gtidSet = end != null && end.position().equals(position) ? end.gtidSet() : "";
        return new CdcSummary.Position(position.file(), position.offset(), gtidSet.isEmpty() ? null : gtidSet);
    }
}
