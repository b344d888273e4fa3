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
import io.github.cdctester.internal.summary.StreamFacts;
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
        // the window opens with the first transaction after its mark; without one there is nothing in it
        return from == null ? StreamCounts.ZERO : last.counts().minus(from);
    }

    /** A count of the measured part so far. */
    static long inWindow(StreamSnapshot now, Metric metric) {
        return inWindow(now).get(metric);
    }

    /** Transactions in the measured part so far that are not the tester's own heartbeats. */
    static long observed(StreamSnapshot now) {
        return observed(inWindow(now));
    }

    /** Transactions that are not the tester's own heartbeats. */
    long observed() {
        return observed(counts);
    }

    private static long observed(StreamCounts counted) {
        return counted.get(Metric.TRANSACTIONS) - counted.get(Metric.HEARTBEATS);
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

    /**
     * The totals of all clients, with the run's own delays, end and drain if its transactions are known.
     *
     * @param own whether each of the run's own transactions is known
     */
    StreamTotals totals(RunTimeline timeline, boolean own) {
        double seconds = timeline.seconds();
        // until the last transaction arrived, if that was after the last commit: then the stream had to catch
        // up; heartbeats continue while another stream catches up
        long lastMicros = own ? last.lastOwnMicros() : last.lastTransactionMicros();
        double untilLast = (lastMicros - EpochMicrosClock.micros(timeline.startedAt)) / 1e6;
        double cdcSeconds = Math.max(seconds, untilLast);
        // nothing of a large transaction is sent before it is committed: its time is over when it has arrived
        boolean large = sampled.windowPassages().isPresent();
        StreamCounts came = large ? counts : sampled.arrivedInWindow().orElse(counts);
        return new StreamTotals(
                counts,
                cdcSeconds,
                StreamTotals.Rates.of(came, counts, large ? cdcSeconds : seconds),
                sampled.windowDelays(own),
                sampled.windowPassages().orElse(null),
                StreamFacts.rows(stream.meter().windowRows()),
                stream.meter().windowPayloads(),
                stream.subscription().state().omittedBytes(),
                stream.subscription().state().incompleteTransactions(),
                stream.gaps().stream().map(StreamFacts::gap).toList(),
                from(),
                to(),
                new Drain(
                        Math.max(0, cdcSeconds - seconds),
                        drained(sampled.countsAtWindowEnd().orElse(counts), own)),
                own);
    }

    private long drained(StreamCounts atEnd, boolean own) {
        return own
                ? counts.get(Metric.OWN_TRANSACTIONS) - atEnd.get(Metric.OWN_TRANSACTIONS)
                : observed() - observed(atEnd);
    }

    private CdcSummary.Position from() {
        LogPosition from = last.windowFrom();
        if (from != null) {
            return position(from, stream.startedAt());
        }
        LogPosition start = stream.startedAt().position();
        // after a start by GTIDs no event showed its place: it is the stream's present place
        return start.equals(LogPosition.NOWHERE) ? to() : position(start, stream.startedAt());
    }

    private CdcSummary.Position to() {
        return position(last.position(), stream.end());
    }

    private static CdcSummary.Position position(LogPosition position, @Nullable LogEnd known) {
        String gtidSet = known != null && known.position().equals(position) ? known.gtidSet() : "";
        return new CdcSummary.Position(position.file(), position.offset(), gtidSet.isEmpty() ? null : gtidSet);
    }
}
