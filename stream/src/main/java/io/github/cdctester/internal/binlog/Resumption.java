// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.StreamGap.ResumedBy;
import io.github.cdctester.internal.binlog.connection.DumpCommand;
import io.github.cdctester.internal.binlog.connection.GtidsBeforePosition;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Determines where each dump starts: on the same server, at a position; on another server, or if the position does not fit into
 * the command, after the GTIDs that were read. After a start by GTIDs, MySQL receives GTIDs and position, because a position alone
 * would repeat excluded transactions. MariaDB accepts only one of them. Confined to the reader's thread, except for
 * {@link #followed()} and {@link #offer}.
 */
final class Resumption {

    /** So soon after the start, the server's GTIDs may lack transactions that were being committed at the start. */
    private static final Duration SETTLE_TIME = Duration.ofSeconds(1);

    private static final long MAX_POSITION = 0xFFFF_FFFFL;

    private final StreamSettings settings;
    private final TransactionTracker tracker;
    private final EpochMicrosClock clock;
    private final ExecutedGtids executedGtids;
    private final boolean startMustBeKnown;

    private LogPosition position;
    private boolean byGtids;

    /** {@code null} if the server has to find the position of a dump by GTIDs. */
    private @Nullable LogPosition gtidDumpPosition;

    private long settledNanos = Long.MAX_VALUE;

    private volatile FollowedServer followed;
    private volatile boolean awaitsLogEnd;
    private volatile LogEnd offeredEnd = new LogEnd(new LogPosition("", 0), "");

    Resumption(
            StreamSettings settings,
            TransactionTracker tracker,
            TransactionWatch watch,
            EpochMicrosClock clock,
            boolean needsStartGtids) {
        this.settings = settings;
        startMustBeKnown = needsStartGtids || !settings.failover().isEmpty();
        this.tracker = tracker;
        this.clock = clock;
        position = settings.from().position();
        byGtids = settings.from().gtids() != null;
        executedGtids = settings.server().hasGtids()
                ? ExecutedGtids.withGtids(settings.server().isMariaDb())
                : ExecutedGtids.withoutGtids();
        followed = new FollowedServer(settings.endpoint(), settings.server(), settings.clockOffset(), 0);
        tracker.track(executedGtids, watch);
        if (settings.server().flavor() != ServerInfo.Flavor.POLARDBX) {
            tracker.rejectRecreatedLog();
        }
    }

    /** After {@link #onConnected}, the server of the dump that is about to start. Thread-safe. */
    FollowedServer followed() {
        return followed;
    }

    ResumedBy resumedBy() {
        return byGtids ? ResumedBy.GTIDS : ResumedBy.POSITION;
    }

    /** Returns true if each transaction of a set is known to be read or before the start. Must not be called during a read. */
    boolean hasRead(String gtids) {
        return executedGtids.isKnown()
                && executedGtids
                        .allGtids()
                        .includes(Gtids.parse(gtids, settings.server().isMariaDb()));
    }

    /** Call it before the first dump, on its connection. {@code onRead} is called after each read of the log before the start. */
    void determineStartGtids(ServerConnection connection, Runnable onRead) throws IOException {
        if (!settings.server().hasGtids()) {
            return;
        }
        if (settings.from().gtids() != null) {
            executedGtids.addBefore(settings.from().gtids());
            return;
        }
        if (settings.from().gtidsBefore() != null) {
            executedGtids.addBefore(settings.from().gtidsBefore());
            settledNanos = System.nanoTime() + SETTLE_TIME.toNanos();
            awaitsLogEnd = true;
        } else {
            GtidsBeforePosition.query(connection, settings.server(), position, executedGtids);
        }
        if (!executedGtids.isKnown() && startMustBeKnown) {
            GtidsBeforePosition.read(settings.endpoint(), settings.server(), position, executedGtids, onRead);
        }
    }

    /** MariaDB allows only the first report: later GTIDs describe a later position. */
    void reportStart(EventTap tap, boolean isFirst) {
        if (executedGtids.isKnown() && (isFirst || !settings.server().isMariaDb())) {
            tap.setStartGtids(executedGtids.gtidsBeforeStart());
        }
    }

    /**
     * Uses only the first log end offered more than a second after the start: its GTIDs include transactions that were being
     * committed at the start. Thread-safe.
     */
    void offer(LogEnd end, FollowedServer server) {
        if (awaitsLogEnd && server.changes() == followed.changes() && System.nanoTime() - settledNanos > 0) {
            awaitsLogEnd = false;
            offeredEnd = end;
        }
    }

    void onReadEnd() throws StreamProtocolException {
        applyOffer();
        executedGtids.checkLimits();
    }

    private void applyOffer() {
        LogEnd end = offeredEnd;
        if (!end.gtidSet().isEmpty()
                && tracker.resumePosition()
                        .isAtOrAfter(end.position().file(), end.position().offset())) {
            executedGtids.addBefore(end.gtidSet());
            offeredEnd = new LogEnd(new LogPosition("", 0), "");
        }
    }

    void onBreak() {
        applyOffer();
        tracker.discardInFlight();
        position = tracker.resumePosition();
    }

    String describePosition() {
        return byGtids ? executedGtids.toString() : position.toString();
    }

    /** @throws RunFailedException if the stream cannot continue on this server */
    void onConnected(Endpoint endpoint, ServerConnection connection) throws IOException {
        ServerInspector inspector = ServerInspector.of(connection, clock);
        ServerInfo info = inspector.info();
        FollowedServer previous = followed;
        boolean isSameServer = info.isSameServerAs(previous.info())
                && (endpoint.equals(previous.endpoint()) || !info.serverUuid().isEmpty());
        if (!isSameServer) {
            switchServer(
                    new FollowedServer(endpoint, info, inspector.clockOffset(), previous.changes() + 1), connection);
        } else {
            followed = new FollowedServer(endpoint, info, previous.clockOffset(), previous.changes());
            if (!byGtids && position.offset() > MAX_POSITION) {
                resumeBeyondFourGigabytes(endpoint, info);
            }
            if (byGtids) {
                findGtidDumpPosition(connection, info);
            }
        }
    }

    byte[] dump(ServerConnection connection) throws IOException {
        ServerInfo server = followed.info();
        DumpCommand.setUpSession(connection, server, Defaults.STREAM_KEEPALIVE);
        LogPosition start = gtidDumpPosition;
        tracker.onDumpBegin(byGtids, byGtids && start == null, server.hasChecksums() ? 4 : 0);
        if (!byGtids) {
            return DumpCommand.from(position, server);
        }
        if (executedGtids.allGtids() instanceof GtidSet gtidSet) {
            return DumpCommand.afterGtids(
                    gtidSet, start == null ? DumpCommand.ANYWHERE : start, DumpCommand.newServerId(), 0);
        }
        connection.query(DumpCommand.sessionAfterGtids(executedGtids.allGtids()));
        return DumpCommand.from(DumpCommand.ANYWHERE, server);
    }

    /**
     * Prefers an explicit position, if its file still exists. Otherwise, the server starts at the beginning of a file, and bytes
     * between the last read position and this file are not counted.
     */
    private void findGtidDumpPosition(ServerConnection connection, ServerInfo server) throws IOException {
        LogPosition start = tracker.failoverPosition();
        gtidDumpPosition = null;
        ExecutedGtids gtidsBeforeStart = ExecutedGtids.withGtids(server.isMariaDb());
        if (start == null || server.isMariaDb() && start.offset() > MAX_POSITION) {
            return;
        }
        if (server.isMariaDb()) {
            // MariaDB accepts either a position or GTIDs
            GtidsBeforePosition.query(connection, server, start, gtidsBeforeStart);
            if (gtidsBeforeStart.isKnown() && gtidsBeforeStart.allGtids().equals(executedGtids.allGtids())) {
                position = start;
                byGtids = false;
            }
            return;
        }
        GtidsBeforePosition.query(
                connection, server, new LogPosition(start.file(), LogPosition.FIRST_EVENT), gtidsBeforeStart);
        if (gtidsBeforeStart.isKnown() && executedGtids.allGtids().includes(gtidsBeforeStart.allGtids())) {
            gtidDumpPosition = start;
        }
    }

    private void switchServer(FollowedServer next, ServerConnection connection) throws IOException {
        String change = "another server answers now, " + next.describe() + ", in place of " + followed.describe();
        String obstacle = gtidObstacle(next);
        if (!obstacle.isEmpty()) {
            throw new RunFailedException(change + ": positions in one log are not valid in the other, and " + obstacle);
        }
        if (!next.info().isMariaDb()) {
            checkRelated(change, GtidSet.parse(connection.queryValue("SELECT @@global.gtid_executed")));
        }
        tracker.serverChanged(next.clockOffset().offsetMicros());
        offeredEnd = new LogEnd(new LogPosition("", 0), "");
        followed = next;
        byGtids = true;
        gtidDumpPosition = null;
    }

    private String gtidObstacle(FollowedServer next) {
        if (next.info().isMariaDb() != followed.info().isMariaDb()) {
            return "MySQL and MariaDB do not understand each other's GTIDs";
        }
        if (!followed.info().hasGtids() || !next.info().hasGtids()) {
            return "there are no GTIDs (gtid_mode is not ON) at "
                    + (followed.info().hasGtids() ? next : followed).describe();
        }
        return executedGtids.isKnown()
                ? ""
                : "the GTIDs before the start at " + settings.from().position() + " are not known";
    }

    /** A server without any common transaction would send its whole log. MariaDB checks this itself. */
    private void checkRelated(String change, GtidSet otherGtids) {
        if (executedGtids.allGtids() instanceof GtidSet gtidSet
                && !gtidSet.isEmpty()
                && gtidSet.subtract(otherGtids).equals(gtidSet)) {
            throw new RunFailedException(
                    change + ": it has none of the transactions that were read, so it is not a replica");
        }
    }

    private void resumeBeyondFourGigabytes(Endpoint endpoint, ServerInfo server) throws IOException {
        if (server.hasGtids() && !executedGtids.isKnown()) {
            GtidsBeforePosition.read(endpoint, server, settings.from().position(), executedGtids, () -> {});
        }
        if (!server.hasGtids() || !executedGtids.isKnown()) {
            throw new RunFailedException("the last complete transaction ends at " + position
                    + ", a dump cannot begin beyond 4 GiB, and there are no GTIDs to resume after");
        }
        byGtids = true;
    }
}
