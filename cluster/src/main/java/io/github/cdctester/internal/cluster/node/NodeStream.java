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
import io.github.cdctester.internal.cluster.message.Message.StreamEnded;
import io.github.cdctester.internal.cluster.message.Message.StreamUpdate;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.message.StreamAssignment;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.run.stream.LocalReading;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A stream that this node follows, by the coordinator's time of day. For one thread. */
final class NodeStream {

    private final LocalReading reading;
    private final Subscription subscription;
    private final FollowedServer server;
    private List<StreamGap> toldGaps = List.of();

    /** Connects, and returns when the first bytes have arrived; fails if the server is another one than the coordinator's. */
    NodeStream(StreamAssignment assignment, LedgerMemory memory) {
        StreamSpec spec = SharedPlan.stream(assignment.plan().plan(), assignment.stream());
        Endpoint endpoint = assignment.plan().endpoint(spec.endpoint());
        EpochMicrosClock clock = () -> EpochMicrosClock.SYSTEM.epochMicros() - assignment.clockAheadMicros();
        server = ask(endpoint, spec.logName(), assignment.server(), clock);
        reading = new LocalReading(assignment.wanted(), assignment.verified() ? memory : null, clock);
        subscription = reading.start(settings(assignment, endpoint), assignment.leftOut());
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
        return new StreamSettings(
                endpoint,
                server.info(),
                server.clockOffset(),
                List.of(),
                assignment.wanted().delays().main(),
                assignment.from(),
                assignment.read(),
                StreamRoute.DIRECT);
    }

    /** The server, with its clock against the coordinator's. */
    FollowedServer server() {
        return server;
    }

    Subscription subscription() {
        return subscription;
    }

    Optional<StreamCheck> check() {
        return reading.check();
    }

    /** The progress since the last call. */
    StreamUpdate arrived() {
        List<StreamGap> gaps = subscription.gaps();
        List<StreamGap> news = gaps.equals(toldGaps) ? null : gaps;
        toldGaps = gaps;
        return new StreamUpdate(
                StreamMeter.Report.of(reading.meter()),
                new StreamUpdate.Reader(
                        subscription.isConnected(),
                        subscription.connectionId(),
                        subscription.cpuNanos(),
                        check().map(StreamCheck::pending).orElse(0L),
                        news));
    }

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
                check().map(StreamCheck::findings).orElse(StreamFindings.NOTHING));
    }
}
