// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.FollowedServer;
import io.github.cdctester.binlog.StreamGap;
import io.github.cdctester.binlog.StreamSettings;
import io.github.cdctester.binlog.Subscriber;
import io.github.cdctester.binlog.WindowMark;
import io.github.cdctester.binlog.connection.FailoverPreflight;
import io.github.cdctester.binlog.connection.ServerInfo;
import io.github.cdctester.binlog.connection.StreamPreflight;
import io.github.cdctester.binlog.position.LogEnd;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.meter.BinlogMeter;
import io.github.cdctester.meter.StreamSnapshot;
import io.github.cdctester.time.ClockOffset;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stream of one run: pre-flight, clock, subscriber, heartbeats, and the marks at which the measured part begins and ends. */
final class StreamSide implements AutoCloseable {

    /** Before any file is known: a start that GTIDs say. */
    private static final LogPosition NOWHERE = new LogPosition("", 0);

    private final Resources resources = new Resources();
    private final Endpoint endpoint;
    private final SubscriberSpec spec;
    private final ClockOffset clockOffset;
    private final DelaySource delaySource;
    private final boolean writes;
    private final boolean marksByHeartbeat;
    private final BinlogMeter meter;
    private final ServerInfo server;

    private final ControlConnection control;

    private @Nullable HeartbeatWriter heartbeat;
    private @Nullable Subscriber subscriber;
    private @Nullable PositionProbe probe;
    private LogEnd startedAt = new LogEnd(new LogPosition("", 0), "");

    private StreamSide(Endpoint endpoint, SubscriberSpec spec, boolean writes, ControlConnection control)
            throws IOException {
        this.endpoint = endpoint;
        this.spec = spec;
        this.writes = writes;
        this.control = resources.add(control);
        server = control.inspector().info();
        refuse(endpoint, StreamPreflight.missing(endpoint, control.inspector()));
        checkFailover();
        clockOffset = control.inspector().clockOffset();
        delaySource = delaySource(spec, server, writes);
        // only where the writes go to the very server whose positions we see do these say what has been written
        marksByHeartbeat = writes && (spec.endpoint().isPresent() || server.flavor() == ServerInfo.Flavor.POLARDBX);
        meter = new BinlogMeter(delaySource);
    }

    /** Connects and checks that the log can be followed. */
    static StreamSide open(Endpoint endpoint, SubscriberSpec spec, boolean writes) {
        ControlConnection control = ControlConnection.open(endpoint);
        try {
            return new StreamSide(endpoint, spec, writes, control);
        } catch (IOException e) {
            control.close();
            throw new RunFailedException("asking " + endpoint.address() + " failed: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            control.close();
            throw e;
        }
    }

    private void checkFailover() throws IOException {
        if (!spec.failover().isEmpty() && !server.hasGtids()) {
            throw new RunFailedException("--cdc-failover needs GTIDs, but " + endpoint.address() + " is "
                    + server.flavor() + " " + server.version() + " with gtid_mode "
                    + (server.gtidMode().isEmpty() ? "not there" : server.gtidMode()));
        }
        for (Endpoint standby : spec.failover()) {
            refuse(standby, FailoverPreflight.missing(standby, server));
        }
    }

    private static void refuse(Endpoint endpoint, List<String> missing) {
        if (!missing.isEmpty()) {
            throw new RunFailedException("pre-flight of " + endpoint.address() + ": " + String.join("; ", missing));
        }
    }

    ServerInfo server() {
        return server;
    }

    ClockOffset clockOffset() {
        return clockOffset;
    }

    DelaySource delaySource() {
        return delaySource;
    }

    BinlogMeter meter() {
        return meter;
    }

    LogEnd startedAt() {
        return startedAt;
    }

    boolean needsHeartbeats() {
        return delaySource == DelaySource.HEARTBEAT || marksByHeartbeat;
    }

    /** Subscribes; from here on everything that is written is seen. Where somebody else writes, it is measured as well. */
    void start(@Nullable WriteTarget heartbeatTarget, String heartbeatDatabase) {
        if (heartbeatTarget != null && needsHeartbeats()) {
            heartbeat = HeartbeatWriter.create(
                    heartbeatTarget.sidePool(),
                    server,
                    heartbeatDatabase,
                    EpochMicrosClock.SYSTEM,
                    spec.heartbeatInterval());
        }
        if (spec.from() instanceof StartPosition.AtGtidSet gtids) {
            checkGtids(gtids);
        }
        startedAt = start(spec.from());
        StreamSettings settings = new StreamSettings(
                endpoint,
                server,
                startedAt.position(),
                startedAt.position().equals(NOWHERE) ? startedAt.gtidSet() : null,
                spec.from() instanceof StartPosition.Now ? startedAt.gtidSet() : null,
                spec.failover(),
                delaySource,
                clockOffset,
                Defaults.RESUME_TIMEOUT,
                knownMark(),
                spec.rowCounting(),
                spec.verifyChecksums(),
                spec.inflatesPayloads() || heartbeat != null && compressesHeartbeats(heartbeat),
                heartbeat == null ? null : heartbeat.table());
        subscriber = resources.add(Subscriber.start(settings, meter, EpochMicrosClock.SYSTEM));
        probe = resources.add(PositionProbe.start(subscriber, meter));
        if (heartbeat != null) {
            heartbeat.start();
        }
    }

    long behindBytes() {
        return probe == null ? PositionProbe.UNKNOWN : probe.behindBytes();
    }

    /** Whether heartbeats come in compressed transactions; a replica compresses what it applies, whatever the writer wants. */
    private boolean compressesHeartbeats(HeartbeatWriter writer) {
        return !server.isMariaDb()
                && server.compression().equals("ON")
                && (spec.endpoint().isPresent() || writer.isCompressed());
    }

    /** The measured part begins with what is written after this call. */
    void openWindowNow() {
        if (marksByHeartbeat && heartbeat != null) {
            subscriber().openWindowAt(new WindowMark.AfterHeartbeat(heartbeat.nextSequence()));
            heartbeat.beat();
        } else {
            startedAt = logEnd();
            subscriber().openWindowAt(new WindowMark.AtPosition(startedAt.position()));
        }
    }

    /** What the stream must show before everything that has been committed by now has been seen. */
    StreamGoal goal() {
        if (marksByHeartbeat && heartbeat != null) {
            return StreamGoal.heartbeat(heartbeat.beat());
        }
        return StreamGoal.position(logEnd(), followed());
    }

    boolean isAt(StreamGoal goal) {
        FollowedServer now = followed();
        StreamSnapshot snapshot = meter.snapshot();
        // in between it may have gone to another server, whose positions are others
        return followed().changes() == now.changes() && goal.isReachedBy(snapshot, now, control::logEnd);
    }

    void failIfBroken() {
        subscriber().failIfBroken();
        if (heartbeat != null) {
            heartbeat.failIfBroken();
        }
    }

    /** Drops the heartbeat table, if there is one; needs the connection that it was made with. */
    void endHeartbeats() {
        if (heartbeat != null) {
            heartbeat.close();
        }
    }

    /** Ends the subscriber only, so that its last numbers can be read, and its dump thread in the server. */
    void stopReading() {
        subscriber().close();
        try {
            control.kill(subscriber().connectionId(), followed());
        } catch (IOException | RunFailedException e) {
            // the server is gone, or will notice by itself with its next keep-alive: nothing is lost
            return;
        }
    }

    List<StreamGap> gaps() {
        return subscriber().gaps();
    }

    /** CPU time of the reader's thread since it started; -1 where that is not known. */
    double readerCpuSeconds() {
        return subscriber().cpuNanos() < 0 ? -1 : subscriber().cpuNanos() / 1e9;
    }

    long omittedBytes() {
        return subscriber().omittedBytes();
    }

    long incompleteTransactions() {
        return subscriber().incompleteTransactions();
    }

    @Override
    public void close() {
        resources.close();
    }

    private Subscriber subscriber() {
        if (subscriber == null) {
            throw new IllegalStateException("not started");
        }
        return subscriber;
    }

    private LogEnd start(StartPosition from) {
        if (from instanceof StartPosition.At at) {
            return new LogEnd(new LogPosition(at.file(), at.position()), "");
        }
        if (from instanceof StartPosition.AtGtidSet gtids) {
            return new LogEnd(NOWHERE, gtids.gtids());
        }
        try {
            return from instanceof StartPosition.Earliest
                    ? new LogEnd(control.inspector().logBegin(), "")
                    : logEnd();
        } catch (IOException e) {
            throw new RunFailedException(
                    "asking " + endpoint.address() + " for the beginning of its log failed: " + e.getMessage(), e);
        }
    }

    private @Nullable WindowMark knownMark() {
        if (writes) {
            return null;
        }
        return startedAt.position().equals(NOWHERE)
                ? new WindowMark.AtFirstTransaction()
                : new WindowMark.AtPosition(startedAt.position());
    }

    private void checkGtids(StartPosition.AtGtidSet gtids) {
        if (gtids.isMariaDb() != server.isMariaDb()) {
            throw new RunFailedException("--from " + gtids + " is "
                    + (gtids.isMariaDb() ? "MariaDB's" : "MySQL's") + " form of GTIDs, but " + endpoint.address()
                    + " is "
                    + server.flavor() + " " + server.version());
        }
        if (!server.isMariaDb() && !server.gtidMode().equals("ON")) {
            throw new RunFailedException("--from " + gtids + " needs gtid_mode=ON, but " + endpoint.address() + " has "
                    + (server.gtidMode().isEmpty() ? "none" : server.gtidMode()) + "; start at FILE:POS");
        }
    }

    private LogEnd logEnd() {
        return control.logEnd(followed());
    }

    /** Before there is a stream, the server that it is to come from. */
    private FollowedServer followed() {
        return subscriber == null ? new FollowedServer(endpoint, server, clockOffset, 0) : subscriber.followed();
    }

    private static DelaySource delaySource(SubscriberSpec spec, ServerInfo server, boolean writes) {
        boolean timestamps = server.hasCommitTimestamps();
        DelaySource asked = spec.delaySource().orElse(null);
        if (asked == DelaySource.COMMIT_TIMESTAMP && !timestamps && server.flavor() != ServerInfo.Flavor.POLARDBX) {
            throw new RunFailedException("--delay-source commit-timestamp: " + server.flavor() + " " + server.version()
                    + " sends none; use heartbeat (µs) or event-header (±1 s)");
        }
        if (asked != null) {
            return asked;
        }
        if (timestamps) {
            return DelaySource.COMMIT_TIMESTAMP;
        }
        // who only measures does not write unless asked to
        return writes ? DelaySource.HEARTBEAT : DelaySource.EVENT_HEADER;
    }
}
