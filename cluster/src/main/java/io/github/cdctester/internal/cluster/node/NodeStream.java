// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.cluster.message.GtidBatch;
import io.github.cdctester.internal.cluster.message.Message.StreamEnded;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.message.StreamAssignment;
import io.github.cdctester.internal.cluster.message.StreamUpdate;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.StreamReport;
import io.github.cdctester.internal.run.stream.DelayChoice;
import io.github.cdctester.internal.run.stream.LocalReading;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream that this node follows, by the coordinator's time of day. For one thread. */
final class NodeStream implements AutoCloseable {

    private final LocalReading reading;
    private final Subscription subscription;
    private final FollowedServer server;
    private List<StreamGap> toldGaps = List.of();

    /** Connects, and returns when the first bytes have arrived. */
    NodeStream(StreamAssignment assignment, LedgerMemory memory) {
        StreamSpec spec = SharedPlan.stream(assignment.plan().plan(), assignment.stream());
        Endpoint endpoint = assignment.plan().endpoint(spec.endpoint());
        EpochMicrosClock clock = () -> EpochMicrosClock.SYSTEM.epochMicros() - assignment.clockAheadMicros();
        server = ask(endpoint, spec.logName(), assignment.server(), clock);
        StreamAssignment.Wanted wanted = assignment.wanted();
        reading = new LocalReading(
                new StreamReading.Wanted(
                        new DelayChoice(wanted.delaySource(), wanted.sideBySide(), List.of()),
                        wanted.mariaDb(),
                        wanted.writes(),
                        wanted.largeFromBytes()),
                wanted.verified() ? memory : null,
                clock);
        subscription =
                reading.start(settings(assignment, endpoint), assignment.from().leftOut());
    }

    private static FollowedServer ask(Endpoint endpoint, String logName, ServerInfo known, EpochMicrosClock clock) {
        try (ServerConnection asking = ServerConnection.open(endpoint)) {
            ServerInspector inspector = ServerInspector.of(asking, clock).ofLog(logName);
            ServerInfo info = inspector.info();
            if (!info.isSameServerAs(known)) {
                throw new RunFailedException(endpoint.address() + " is " + info.identity() + " here, and "
                        + known.identity() + " where the coordinator is");
            }
            return new FollowedServer(endpoint, info, inspector.clockOffset(), 0);
        } catch (IOException e) {
            throw new RunFailedException("asking " + endpoint.address() + " failed: " + e.getMessage(), e);
        }
    }

    private StreamSettings settings(StreamAssignment assignment, Endpoint endpoint) {
        StreamAssignment.From from = assignment.from();
        StreamAssignment.Read read = assignment.read();
        StreamAssignment.WindowStart window = from.window();
        return new StreamSettings(
                endpoint,
                server.info(),
                from.position(),
                from.gtids(),
                from.gtidsBefore(),
                List.of(),
                assignment.wanted().delaySource(),
                server.clockOffset(),
                Duration.ofMillis(read.resumeMillis()),
                window == null ? null : window.mark(),
                read.rowCounting(),
                read.verifyChecksums(),
                read.inflatePayloads(),
                read.allSources(),
                read.heartbeat(),
                StreamRoute.DIRECT);
    }

    /** The server's clock against the coordinator's. */
    ClockOffset clockOffset() {
        return server.clockOffset();
    }

    void openWindowAt(StreamAssignment.WindowStart start) {
        subscription.openWindowAt(start.mark());
    }

    void logEndsAt(LogEnd end) {
        subscription.offer(end, server);
    }

    void writeWindowOpens() {
        reading.check().ifPresent(StreamCheck::writeWindowOpens);
    }

    void committed(List<GtidBatch> all) {
        reading.check().ifPresent(check -> all.forEach(commits -> commits.forEach(check::acknowledged)));
    }

    void read(boolean reads) {
        if (reads) {
            subscription.readOn();
        } else {
            subscription.pause();
        }
    }

    void failIfBroken() {
        subscription.failIfBroken();
    }

    /** What came since the last call. */
    StreamUpdate arrived() {
        List<StreamGap> gaps = subscription.gaps();
        List<StreamGap> news = gaps.equals(toldGaps) ? null : gaps;
        toldGaps = gaps;
        return StreamUpdate.of(StreamReport.of(reading.meter()), reader(news));
    }

    private StreamUpdate.Reader reader(@Nullable List<StreamGap> gaps) {
        return new StreamUpdate.Reader(
                subscription.isConnected(),
                subscription.connectionId(),
                subscription.cpuNanos(),
                reading.check().map(StreamCheck::pending).orElse(0L),
                gaps);
    }

    /** Ends the reader. */
    StreamEnded end(int stream) {
        subscription.close();
        reading.meter().endPassages();
        return new StreamEnded(
                stream,
                arrived(),
                reading.meter().windowRows(),
                reading.meter().windowPayloads(),
                subscription.omittedBytes(),
                subscription.incompleteTransactions(),
                reading.check().map(StreamCheck::findings).orElse(StreamFindings.NOTHING));
    }

    @Override
    public void close() {
        subscription.close();
    }
}
