// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StartStoppedException;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.run.heartbeat.HeartbeatWriter;
import io.github.cdctester.internal.run.stream.StreamReading.RequestedMeasurements;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All streams of one run (possibly none). */
public final class StreamSide implements RunStream, AutoCloseable {

    /** For all streams together. Usually, a node answers within the time of a round trip. */
    private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(1);

    private final Resources resources = new Resources();
    private final Plan plan;
    private final boolean writes;
    private final DelayChoice delayChoice;
    private final StreamReading.Factory readerFactory;
    private final List<LogServer> servers;
    private final @Nullable WrittenServer writtenServer;
    private final List<String> unorderedSources;
    private final List<FollowedStream> streams = new ArrayList<>();
    private final List<PositionProbe> probes = new ArrayList<>();

    private @Nullable HeartbeatWriter heartbeat;

    private StreamSide(
            Plan plan,
            boolean isDrain,
            List<LogServer> servers,
            @Nullable WrittenServer writtenServer,
            StreamReading.Factory readerFactory) {
        this.plan = plan;
        this.servers = servers;
        this.writtenServer = writtenServer;
        unorderedSources = unorderedSourcesOf(plan, servers, writtenServer);
        this.readerFactory = readerFactory;
        writes = plan.writes();
        delayChoice = DelayChoice.of(
                plan.subscriber(), servers.stream().map(LogServer::info).toList(), writes, isDrain);
        LedgerMemory memory = plan.verification() == Verification.OFF ? null : LedgerMemory.ofThisProcess();
        for (StreamSpec spec : plan.streams()) {
            LogServer server = servers.stream()
                    .filter(candidate -> candidate.isAt(spec.endpoint(), spec.logName()))
                    .findFirst()
                    .orElseThrow();
            StreamReading reading = readerFactory.of(
                    spec,
                    new RequestedMeasurements(
                            delayChoice,
                            server.info().isMariaDb(),
                            writes,
                            plan.minLargeTransactionBytes(),
                            unorderedSources),
                    memory);
            streams.add(resources.add(new FollowedStream(spec, server, needsHeartbeatMarks(server), writes, reading)));
        }
    }

    public static StreamSide open(Plan plan, boolean isDrain, StreamReading.Factory readerFactory) {
        List<LogServer> servers = new ArrayList<>();
        Resources openedServers = new Resources();
        try {
            for (StreamSpec spec : plan.streams()) {
                if (servers.stream().noneMatch(server -> server.isAt(spec.endpoint(), spec.logName()))) {
                    servers.add(openedServers.add(LogServer.open(
                            spec.endpoint(), spec.logName(), plan.subscriber(), EpochMicrosClock.SYSTEM)));
                }
            }
            if (servers.isEmpty()) { // a result without a stream also contains information about the server
                servers.add(openedServers.add(
                        LogServer.open(plan.endpoint(), "", plan.subscriber(), EpochMicrosClock.SYSTEM)));
            }
            StreamSide side = new StreamSide(
                    plan,
                    isDrain,
                    servers,
                    plan.writes() ? WrittenServer.of(plan.endpoint(), servers) : null,
                    readerFactory);
            side.resources.addFirst(openedServers);
            return side;
        } catch (RuntimeException | Error e) {
            openedServers.close();
            throw e;
        }
    }

    /** Rejects servers that do not log the written database. Returns sources whose GTIDs are not in log order, as UUIDs. */
    private static List<String> unorderedSourcesOf(
            Plan plan, List<LogServer> servers, @Nullable WrittenServer writtenServer) {
        if (writtenServer == null || plan.streams().isEmpty()) {
            return List.of();
        }
        Set<String> unorderedSources = new TreeSet<>(writtenServer.unorderedSources()); // may differ from a replica
        servers.forEach(server -> unorderedSources.addAll(
                server.findUnorderedSources(plan.endpoint().database())));
        return List.copyOf(unorderedSources);
    }

    /** Returns a part of a verdict's reason; empty if the order of GTIDs is judged. */
    public String orderNotJudgedReason() {
        return unorderedSources.isEmpty()
                ? ""
                : Reason.ORDER_NOT_JUDGED.text("sources", String.join(" and ", unorderedSources));
    }

    /** Positions in the stream are unknown in these cases, or differ from positions in the write server's log. */
    private boolean needsHeartbeatMarks(LogServer server) {
        return writes
                && (plan.subscriber().streamsShare() != Sharing.NOTHING
                        || !server.endpoint().equals(plan.endpoint())
                        || server.info().flavor() == ServerInfo.Flavor.POLARDBX
                        || !server.hasPositions());
    }

    public List<FollowedStream> streams() {
        return streams;
    }

    /** Called after the streams have started. */
    public List<FaultInjector.Target> faultTargets() {
        return streams.stream().map(FollowedStream::faultTarget).toList();
    }

    /** Returns the servers of the streams; without a stream, the write server. */
    public List<LogServer> servers() {
        return servers;
    }

    /** Returns {@code null} if the run has no loads. */
    public @Nullable WrittenServer writtenServer() {
        return writtenServer;
    }

    /** Returns the offset relative to the clock of the process that reads the first stream. */
    public ClockOffset clockOffset() {
        return streams.isEmpty() ? servers.get(0).clockOffset() : streams.get(0).clockOffset();
    }

    public DelayChoice delayChoice() {
        return delayChoice;
    }

    public boolean needsHeartbeats() {
        return !streams.isEmpty()
                && (delayChoice.needsHeartbeats() || streams.stream().anyMatch(FollowedStream::isMarkedByHeartbeats));
    }

    /** Returns {@code null} if the endpoint was not queried. */
    @Nullable
    public Boolean tlsOf(Endpoint endpoint) {
        return servers.stream()
                .filter(server -> server.endpoint().equals(endpoint))
                .findFirst()
                .map(server -> server.info().security().tls())
                .orElse(null);
    }

    public int streamCountAt(Endpoint endpoint) {
        return (int) plan.streams().stream()
                .filter(stream -> stream.endpoint().equals(endpoint))
                .count();
    }

    /** Subscribes to the logs. The streams receive all transactions that any client writes after this method has returned. */
    public void start(
            @Nullable HeartbeatWriter heartbeatWriter, StreamRoute route, RunListener listener, StopSignal stop) {
        heartbeat = heartbeatWriter;
        for (FollowedStream stream : streams) {
            runWithStreamName(
                    stream, () -> stream.start(plan.subscriber(), delayChoice, heartbeat, route, listener, stop));
        }
        for (LogServer server : streams.isEmpty() ? List.<LogServer>of() : servers) {
            probes.add(resources.add(PositionProbe.start(
                    server.logName(),
                    streams.stream().filter(stream -> stream.server() == server).toList())));
        }
        if (heartbeat != null) {
            heartbeat.start();
        }
    }

    @Override
    public void openWindow(RunListener listener, StopSignal stop) throws InterruptedException {
        HeartbeatWriter heartbeatWriter = heartbeat;
        Map<FollowedServer, LogEnd> ends = new HashMap<>();
        boolean needsHeartbeat = false;
        for (FollowedStream stream : streams) {
            if (stream.isMarkedByHeartbeats() && heartbeatWriter != null) {
                stream.openWindowAfter(heartbeatWriter.nextSequence());
                needsHeartbeat = true;
            } else {
                FollowedServer serverWithAllWrites = stream.serverWithAllWrites();
                LogEnd end = ends.computeIfAbsent(serverWithAllWrites, stream.server()::logEnd);
                stream.openWindow(end, serverWithAllWrites, listener, stop);
            }
        }
        if (needsHeartbeat && heartbeatWriter != null) {
            heartbeatWriter.writeHeartbeat(HeartbeatWriter.TIMEOUT);
        }
    }

    @Override
    public void limitTimeout(Duration timeout, StopSignal stop) {
        servers.forEach(server -> server.limitTimeout(timeout, stop));
    }

    @Override
    public Goal goal(Duration timeout) {
        HeartbeatWriter heartbeatWriter = heartbeat;
        Map<FollowedServer, LogEnd> ends = new HashMap<>();
        // positions may be the goal, but even the shortest run must contain a heartbeat
        StreamGoal heartbeatGoal =
                heartbeatWriter == null ? null : StreamGoal.heartbeat(heartbeatWriter.writeHeartbeat(timeout));
        Queue<PendingGoal> goals = new ArrayDeque<>();
        for (FollowedStream stream : streams) {
            FollowedServer serverWithAllWrites = stream.serverWithAllWrites();
            goals.add(new PendingGoal(
                    stream,
                    stream.isMarkedByHeartbeats() && heartbeatGoal != null
                            ? heartbeatGoal
                            : stream.goalAt(
                                    ends.computeIfAbsent(serverWithAllWrites, stream.server()::logEnd),
                                    serverWithAllWrites)));
        }
        return new RemainingGoals(goals);
    }

    private record PendingGoal(FollowedStream stream, StreamGoal goal) {
        boolean isReached() {
            return stream.hasReached(goal);
        }
    }

    private record RemainingGoals(Queue<PendingGoal> remainingGoals) implements Goal {
        @Override
        public boolean isReached() {
            while (!remainingGoals.isEmpty() && remainingGoals.peek().isReached()) {
                remainingGoals.remove();
            }
            return remainingGoals.isEmpty();
        }

        @Override
        public long bytesLeft() {
            long bytes = 0;
            for (PendingGoal pendingGoal : remainingGoals) {
                long streamBytes = pendingGoal.stream().bytesBefore(pendingGoal.goal());
                if (streamBytes == UNKNOWN) {
                    return UNKNOWN;
                }
                bytes += streamBytes;
            }
            return bytes;
        }

        @Override
        public List<String> streamsBehind() {
            return remainingGoals.stream()
                    .filter(pendingGoal -> !pendingGoal.isReached())
                    .map(pendingGoal -> pendingGoal.stream().name())
                    .toList();
        }
    }

    @Override
    public void pauseReading() {
        streams.forEach(FollowedStream::pauseReading);
    }

    @Override
    public void resumeReading() {
        streams.forEach(stream -> stream.subscription().resume());
    }

    @Override
    public void renew() {
        List<Runnable> requestedReports = streams.stream()
                .map(stream -> stream.requestReport(REPORT_TIMEOUT))
                .toList();
        requestedReports.forEach(Runnable::run);
    }

    @Override
    public void setFrequentEndQueries(boolean isFrequent) {
        probes.forEach(probe -> probe.setFrequent(isFrequent));
    }

    @Override
    public LogProgress progress() {
        return streams.stream().map(stream -> stream.lag().progress()).reduce(LogProgress.NONE, LogProgress::plus);
    }

    @Override
    public void failIfBroken() {
        readerFactory.failIfBroken();
        for (FollowedStream stream : streams) {
            runWithStreamName(stream, () -> stream.subscription().failIfBroken());
        }
        probes.forEach(PositionProbe::failIfBroken);
        if (heartbeat != null) {
            heartbeat.failIfBroken();
        }
    }

    @Override
    public void stopReading() {
        FirstFailure failures = new FirstFailure();
        streams.forEach(stream -> failures.run(stream::stopReading));
        failures.rethrow();
    }

    public List<Note> notes() {
        return readerFactory.readerNotes();
    }

    @Override
    public long heartbeatReconnects() {
        return heartbeat == null ? 0 : heartbeat.reconnects();
    }

    @Override
    public long probeReconnects() {
        return servers.stream().mapToLong(LogServer::reconnects).sum()
                + probes.stream().mapToLong(PositionProbe::reconnects).sum();
    }

    @Override
    public double readerCpuSeconds() {
        return streams.isEmpty()
                ? -1
                : streams.stream()
                        .mapToDouble(FollowedStream::readerCpuSeconds)
                        .reduce(0, (sum, seconds) -> sum < 0 || seconds < 0 ? -1 : sum + seconds);
    }

    @Override
    public void close() {
        resources.close();
    }

    /** With several streams, a failure contains the stream's name. */
    private void runWithStreamName(FollowedStream stream, Runnable action) {
        try {
            action.run();
        } catch (RunFailedException e) {
            if (streams.size() == 1 || e instanceof StartStoppedException) {
                throw e;
            }
            throw new RunFailedException("stream " + stream.name() + ": " + e.getMessage(), e);
        }
    }
}
