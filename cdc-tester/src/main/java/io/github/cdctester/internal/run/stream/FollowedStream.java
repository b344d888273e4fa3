// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.internal.binlog.EventTap;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.meter.StreamSnapshot;
import io.github.cdctester.internal.run.heartbeat.HeartbeatWriter;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One stream of a run. */
public final class FollowedStream implements AutoCloseable {

    /** Without a wait, the known progress of a worker node is up to about 200 ms old. */
    private static final Duration REPORT_TIMEOUT = Duration.ofMillis(200);

    private final StreamSpec spec;
    private final LogServer server;
    private final boolean isMarkedByHeartbeats;
    private final boolean writes;
    private final StreamReading reading;
    private final StreamLag lag;

    private boolean needsRows;
    private Consumer<String> startListener = gtids -> {};
    private @Nullable HeartbeatWriter heartbeat;
    private LogEnd startPosition = new LogEnd(LogPosition.NOWHERE, "");
    private @Nullable LogEnd goalEnd;
    private @Nullable Subscription subscription;
    private @Nullable StreamSettings settings;
    private long readerCpuNanosAtOpening;
    private List<StreamGap> gapsAtOpening = List.of();
    private boolean hasEnded;

    /**
     * @param isMarkedByHeartbeats true if heartbeats mark the start and end of the measured part; false if positions do
     * @param writes if false, the measured part starts with the stream
     */
    FollowedStream(
            StreamSpec spec, LogServer server, boolean isMarkedByHeartbeats, boolean writes, StreamReading reading) {
        this.spec = spec;
        this.server = server;
        this.isMarkedByHeartbeats = isMarkedByHeartbeats;
        this.writes = writes;
        this.reading = reading;
        lag = new StreamLag(reading.meter(), EpochMicrosClock.SYSTEM);
    }

    /** Replaces an earlier receiver. Called before the start. */
    public <R extends TransactionWatch & RowChangeSink> void addRowReceiver(R rows) {
        needsRows = true;
        reading.addRowReceiver(rows);
    }

    /**
     * Replaces an earlier watch. Called before the start.
     *
     * @param gtidReceiver receives the GTIDs before the stream's start, in the server's format
     */
    public void addTransactionWatch(TransactionWatch watch, Consumer<String> gtidReceiver) {
        reading.addTransactionWatch(watch);
        startListener = gtidReceiver;
    }

    /** Called before the start. */
    public void storeEventsIn(EventTap tap) {
        reading.storeEventsIn(tap);
    }

    /** The stream receives all transactions that are written after this method has returned. */
    void start(
            SubscriberSpec subscriber,
            DelayChoice delays,
            @Nullable HeartbeatWriter heartbeatWriter,
            StreamRoute route,
            RunListener listener,
            StopSignal stop) {
        heartbeat = heartbeatWriter;
        LogStart logStart = LogStart.of(spec.from(), server);
        startPosition = logStart.startPosition();
        String excludedGtids = logStart.excludedGtids();
        String gtidsBeforeStart = excludedGtids != null ? excludedGtids : startPosition.gtidSet();
        if (gtidsBeforeStart != null) {
            startListener.accept(gtidsBeforeStart);
        }
        StreamSettings startSettings = new StreamSettings(
                spec.endpoint(),
                server.info(),
                server.clockOffset(),
                subscriber.failover(),
                delays.main(),
                new StreamSettings.StreamStart(
                        logStart.position(),
                        logStart.excludedGtids(),
                        spec.from() instanceof StartPosition.Now ? startPosition.gtidSet() : null,
                        writes ? null : logStart.windowMark()),
                new StreamSettings.ReadSettings(
                        subscriber.reader(),
                        subscriber.resumeTimeout(),
                        subscriber.rowCounting(),
                        subscriber.verifyChecksums(),
                        subscriber.inflatesPayloads()
                                || heartbeatWriter != null && areHeartbeatsCompressed(heartbeatWriter)
                                || needsRows && mayContainPayloads(),
                        !delays.sideBySide().isEmpty(),
                        heartbeatWriter == null ? null : heartbeatWriter.table()),
                route);
        settings = startSettings;
        subscription = reading.start(startSettings, excludedGtids, startWatch(logStart, listener, stop));
    }

    private static StartWatch startWatch(LogStart start, RunListener listener, StopSignal stop) {
        return new StartWatch() {
            @Override
            public void onReadBeforeStart() {
                listener.step("reading " + start.position().file() + " up to position "
                        + start.position().offset() + ", for the GTIDs before it");
            }

            @Override
            public boolean isStopped() {
                return stop.isRaised();
            }
        };
    }

    /** Uses a second connection, until {@code isFound} returns true, at most for {@code maxTime}. */
    public <R extends TransactionWatch & RowChangeSink> void rereadFrom(
            LogPosition from, R rows, BooleanSupplier isFound, Duration maxTime) {
        new LogReread(Objects.requireNonNull(settings, "not started"), from, mayContainPayloads())
                .read(rows, isFound, maxTime, server);
    }

    /** Any session can turn compression on, so the server's default is not considered. */
    private boolean mayContainPayloads() {
        return !server.info().isMariaDb();
    }

    /** A replica compresses applied transactions even if the writer does not. */
    private boolean areHeartbeatsCompressed(HeartbeatWriter heartbeatWriter) {
        return mayContainPayloads()
                && server.info().compression().equals("ON")
                && (isMarkedByHeartbeats || heartbeatWriter.isCompressed());
    }

    public Subscription subscription() {
        return Objects.requireNonNull(subscription, "not started");
    }

    /** Returns the current server; before the start, the server to connect to. */
    public FollowedServer followedServer() {
        return subscription == null ? server.initialServer() : subscription.followed();
    }

    FaultInjector.Target faultTarget() {
        Subscription.State state = subscription().state();
        return new FaultInjector.Target(
                followedServer().endpoint(),
                state.connected() ? OptionalLong.of(state.connectionId()) : OptionalLong.empty(),
                meter().snapshot().position().file());
    }

    public String name() {
        return spec.name();
    }

    public StreamSpec spec() {
        return spec;
    }

    public Optional<StreamCheck> check() {
        return reading.check();
    }

    public LogServer server() {
        return server;
    }

    /** Returns the offset relative to the reader's clock. */
    public ClockOffset clockOffset() {
        ClockOffset readerOffset = reading.clockOffset();
        return readerOffset == null ? server.clockOffset() : readerOffset;
    }

    /** Returns true if this process is the reader; false if a worker node is. */
    public boolean isReadByThisProcess() {
        return reading.clockOffset() == null;
    }

    public StreamMeter meter() {
        return reading.meter();
    }

    StreamLag lag() {
        return lag;
    }

    /** The returned action waits until {@link #meter} is up to date, or {@code timeout} has passed. */
    Runnable requestReport(Duration timeout) {
        return reading.requestReport(timeout);
    }

    public MeteredStream metered() {
        return new MeteredStream(
                name(), meter(), this::backlog, () -> subscription().state().cpuNanos());
    }

    public boolean isMarkedByHeartbeats() {
        return isMarkedByHeartbeats;
    }

    /** Returns the start of the stream if the measured part has not started, or if heartbeats mark it. */
    public LogEnd startPosition() {
        return startPosition;
    }

    /** Returns {@code null} before the goal is set, and if heartbeats mark the goal. */
    @Nullable
    public LogEnd goalEnd() {
        return goalEnd;
    }

    /**
     * After a failover, waits until the current server has received the transactions before {@code writtenEnd}. No writer of the run is
     * active during this call.
     */
    void openWindow(LogEnd writtenEnd, FollowedServer endServer, RunListener listener, StopSignal stop)
            throws InterruptedException {
        CaughtUpServer caughtUp = new CaughtUpServer(this, writtenEnd, endServer);
        caughtUp.await(listener, stop);
        startPosition = caughtUp.logEnd();
        openWindow(new WindowMark.AtPosition(
                startPosition.position(), caughtUp.server().changes()));
    }

    void openWindowAfter(long heartbeatSequence) {
        openWindow(new WindowMark.AfterHeartbeat(heartbeatSequence));
    }

    private void openWindow(WindowMark mark) {
        requestReport(REPORT_TIMEOUT).run();
        Subscription.State state = subscription().state();
        readerCpuNanosAtOpening = Math.max(0, state.cpuNanos());
        gapsAtOpening = state.gaps();
        subscription().openWindowAt(mark);
    }

    /** After a failover, the goal is the position of the same transactions on the new server. */
    StreamGoal goalAt(LogEnd logEnd, FollowedServer endServer) {
        goalEnd = logEnd;
        return StreamGoal.position(logEnd, endServer);
    }

    /** After a failover, the new server may lag: a run that writes then still uses the first server. */
    FollowedServer serverWithAllWrites() {
        FollowedServer current = followedServer();
        return writes && current.changes() > 0 ? server.initialServer() : current;
    }

    boolean hasReached(StreamGoal goal) {
        FollowedServer current = followedServer();
        StreamSnapshot snapshot = meter().snapshot();
        // meanwhile, the stream may have moved to another server, where positions differ
        boolean isReached = followedServer().changes() == current.changes()
                && goal.isReachedBy(snapshot, current, server::logEnd, subscription()::hasRead);
        if (isReached) {
            lag.onGoalReached();
        }
        return isReached;
    }

    /** Returns {@link Goal#UNKNOWN} if the server does not report the bytes. */
    long bytesBefore(StreamGoal goal) {
        FollowedServer current = followedServer();
        return goal.bytesAfter(meter().snapshot().position(), (from, to) -> server.bytesBetween(from, to, current));
    }

    /** If the stream follows another server, the lag is unknown. */
    void recordLogEnd(LogEnd logEnd, FollowedServer endServer, ServerInspector inspector) throws IOException {
        if (followedServer().equals(endServer) && !logEnd.position().equals(LogPosition.NOWHERE)) {
            requestReport(REPORT_TIMEOUT).run();
            lag.recordLogEnd(logEnd.position(), endServer.changes(), inspector::bytesBetween);
            subscription().offerLogEnd(logEnd, endServer);
        } else {
            lag.setUnknown();
        }
    }

    /** Pauses reading, and ends the server's dump thread. */
    void pauseReading() {
        Subscription.State state = subscription().state();
        subscription().pause();
        if (state.connected()) {
            server.endDump(state.connectionId(), followedServer());
        }
    }

    /** Ends reading and the server's dump thread. The counts remain readable. */
    void stopReading() {
        if (hasEnded) {
            return;
        }
        hasEnded = true;
        boolean isConnected = subscription().state().connected();
        try {
            subscription().close();
        } finally {
            if (isConnected) { // otherwise there is no dump thread, or the server hangs
                server.endDump(subscription().state().connectionId(), followedServer());
            }
        }
    }

    /** Excludes gaps that had ended before the measured part, unless another server with another clock followed. */
    public List<StreamGap> gaps() {
        return subscription().state().gaps().stream()
                .filter(gap -> gap.clock() != null || !gapsAtOpening.contains(gap))
                .toList();
    }

    /** Returns the CPU time of the reader's thread since the start of the measured part in s; -1 if unknown. */
    public double readerCpuSeconds() {
        long nanos = subscription().state().cpuNanos();
        return nanos < 0 ? -1 : (nanos - readerCpuNanosAtOpening) / 1e9;
    }

    @Override
    public void close() {
        if (subscription != null && !hasEnded) {
            stopReading();
        }
    }

    private MeteredStream.Backlog backlog() {
        HeartbeatWriter writer = heartbeat;
        return hasEnded
                ? new MeteredStream.Backlog(0, 0)
                : lag.backlog(writer == null ? number -> Long.MAX_VALUE : writer::sentMicros);
    }
}
