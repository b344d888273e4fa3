// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.StreamGap.ResumedBy;
import io.github.cdctester.internal.binlog.connection.DumpCommand;
import io.github.cdctester.internal.binlog.connection.GtidsBefore;
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
 * Start position of a dump, at first and after each break. It is a position while the server is the same. It is the set of GTIDs
 * read if the server is another one, or if the position does not fit into the command. After a start by GTIDs MySQL gets both,
 * because a dump from a position alone would repeat transactions that were passed over. MariaDB gets the position once all such
 * transactions lie before it. Confined to the reader's thread, except for {@link #followed()} and {@link #offer}.
 */
final class Resumption {

    /** Until then, transactions that were being committed at the start may be missing from the server's GTIDs. */
    private static final Duration UNSETTLED = Duration.ofSeconds(1);

    private static final long HIGHEST_POSITION = 0xFFFF_FFFFL;

    private final StreamSettings settings;
    private final TransactionTracker tracker;
    private final EpochMicrosClock clock;
    private final ExecutedGtids executed;
    private final boolean startMustBeKnown;

    private LogPosition position;
    private boolean byGtids;

    /** Start of a dump by GTIDs; {@code null} if the server has to find the place. */
    private @Nullable LogPosition place;

    private long settledNanos = Long.MAX_VALUE;

    private volatile FollowedServer followed;
    private volatile boolean wantsOffer;
    private volatile LogEnd offered = new LogEnd(new LogPosition("", 0), "");

    Resumption(
            StreamSettings settings,
            TransactionTracker tracker,
            TransactionWatch watch,
            EpochMicrosClock clock,
            boolean recorded) {
        this.settings = settings;
        startMustBeKnown = recorded || !settings.failover().isEmpty();
        this.tracker = tracker;
        this.clock = clock;
        position = settings.from().position();
        byGtids = settings.from().gtids() != null;
        executed = settings.server().hasGtids()
                ? ExecutedGtids.on(settings.server().isMariaDb())
                : ExecutedGtids.off();
        followed = new FollowedServer(settings.endpoint(), settings.server(), settings.clockOffset(), 0);
        tracker.track(executed, watch);
        if (settings.server().flavor() != ServerInfo.Flavor.POLARDBX) {
            tracker.refuseAnotherLog();
        }
    }

    /** The server that the stream comes from, or is to come from with the next dump. Thread-safe. */
    FollowedServer followed() {
        return followed;
    }

    /** How the last dump found its place. */
    ResumedBy by() {
        return byGtids ? ResumedBy.GTIDS : ResumedBy.POSITION;
    }

    /** Returns true if everything in a set was before the start or has been read; between two reads only. */
    boolean hasRead(String gtids) {
        return executed.isKnown()
                && executed.all().includes(Gtids.parse(gtids, settings.server().isMariaDb()));
    }

    /** Reads the GTIDs before the start; called before the first dump, on its connection. */
    void learnStart(ServerConnection connection) throws IOException {
        if (!settings.server().hasGtids()) {
            return;
        }
        if (settings.from().gtids() != null) {
            executed.addBefore(settings.from().gtids());
            return;
        }
        if (settings.from().gtidsBefore() != null) {
            executed.addBefore(settings.from().gtidsBefore());
            settledNanos = System.nanoTime() + UNSETTLED.toNanos();
            wantsOffer = true;
        } else {
            GtidsBefore.ask(connection, settings.server(), position, executed);
        }
        if (!executed.isKnown() && startMustBeKnown) {
            GtidsBefore.read(settings.endpoint(), settings.server(), position, executed);
        }
    }

    /** Passes the GTIDs before the start to the tap; MariaDB's later answers are about a later place. */
    void reportStart(EventTap tap, boolean first) {
        if (executed.isKnown() && (first || !settings.server().isMariaDb())) {
            tap.startsBehind(executed.before());
        }
    }

    /**
     * Takes the current end of the followed server's log. Its GTIDs are more precise than the GTIDs at the start, when transactions
     * may have been under way. Thread-safe.
     */
    void offer(LogEnd end, FollowedServer of) {
        if (wantsOffer && of.changes() == followed.changes() && System.nanoTime() - settledNanos > 0) {
            wantsOffer = false;
            offered = end;
        }
    }

    /** Ends the processing of one read; with an offer, checks whether the stream has reached it. */
    void readEnd() throws StreamProtocolException {
        takeOffer();
        executed.failIfEndless();
    }

    private void takeOffer() {
        LogEnd end = offered;
        if (!end.gtidSet().isEmpty()
                && tracker.resumePosition()
                        .isAtOrAfter(end.position().file(), end.position().offset())) {
            executed.addBefore(end.gtidSet());
            offered = new LogEnd(new LogPosition("", 0), "");
        }
    }

    /** Handles a break: the next dump starts after the last complete transaction. */
    void broken() {
        takeOffer();
        tracker.discardInFlight();
        position = tracker.resumePosition();
    }

    /** The position after which the stream continues, for messages. */
    String place() {
        return byGtids ? executed.toString() : position.toString();
    }

    /** Finds out who answers, and how the stream can continue there; fails if it cannot. */
    void connected(Endpoint endpoint, ServerConnection connection) throws IOException {
        ServerInspector inspector = ServerInspector.of(connection, clock);
        ServerInfo now = inspector.info();
        FollowedServer before = followed;
        boolean same = now.isSameServerAs(before.info())
                && (endpoint.equals(before.endpoint()) || !now.serverUuid().isEmpty());
        if (!same) {
            moveTo(new FollowedServer(endpoint, now, inspector.clockOffset(), before.changes() + 1), connection);
        } else {
            followed = new FollowedServer(endpoint, now, before.clockOffset(), before.changes());
            if (!byGtids && position.offset() > HIGHEST_POSITION) {
                resumeBeyondFourGigabytes(endpoint, now);
            }
            if (byGtids) {
                findPlace(connection, now);
            }
        }
    }

    /** The session's settings, and the command. */
    byte[] dump(ServerConnection connection) throws IOException {
        ServerInfo server = followed.info();
        DumpCommand.setUpSession(connection, server, Defaults.STREAM_KEEPALIVE);
        LogPosition at = place;
        tracker.dumpBegins(byGtids, byGtids && at == null, server.hasChecksums() ? 4 : 0);
        if (!byGtids) {
            return DumpCommand.from(position, server);
        }
        if (executed.all() instanceof GtidSet read) {
            return DumpCommand.behind(read, at == null ? DumpCommand.ANYWHERE : at, DumpCommand.newServerId(), 0);
        }
        connection.query(DumpCommand.sessionBehind(executed.all()));
        return DumpCommand.from(DumpCommand.ANYWHERE, server);
    }

    /**
     * Finds the start of a dump. In the log of the stream, the server need not search: it would find the start of a file, maybe a
     * later one, and bytes in between could not be counted. It must search if the file is gone.
     */
    private void findPlace(ServerConnection connection, ServerInfo server) throws IOException {
        LogPosition at = tracker.failoverPosition();
        place = null;
        ExecutedGtids before = ExecutedGtids.on(server.isMariaDb());
        if (at == null || server.isMariaDb() && at.offset() > HIGHEST_POSITION) {
            return;
        }
        if (server.isMariaDb()) {
            // it takes either a position or GTIDs
            GtidsBefore.ask(connection, server, at, before);
            if (before.isKnown() && before.all().equals(executed.all())) {
                position = at;
                byGtids = false;
            }
            return;
        }
        GtidsBefore.ask(connection, server, new LogPosition(at.file(), LogPosition.FIRST_EVENT), before);
        if (before.isKnown() && executed.all().includes(before.all())) {
            place = at;
        }
    }

    private void moveTo(FollowedServer next, ServerConnection connection) throws IOException {
        String who = "another server answers now, " + next.describe() + ", in place of " + followed.describe();
        String why = whyNotByGtids(next);
        if (!why.isEmpty()) {
            throw new RunFailedException(
                    who + ": a position in the log of the one means nothing to the other, and " + why);
        }
        if (!next.info().isMariaDb()) {
            checkRelated(who, GtidSet.parse(connection.value("SELECT @@global.gtid_executed")));
        }
        tracker.serverChanged(next.clockOffset().offsetMicros());
        offered = new LogEnd(new LogPosition("", 0), "");
        followed = next;
        byGtids = true;
        place = null;
    }

    private String whyNotByGtids(FollowedServer next) {
        if (next.info().isMariaDb() != followed.info().isMariaDb()) {
            return "MySQL and MariaDB do not understand each other's GTIDs";
        }
        if (!followed.info().hasGtids() || !next.info().hasGtids()) {
            return "there are no GTIDs (gtid_mode is not ON) at "
                    + (followed.info().hasGtids() ? next : followed).describe();
        }
        return executed.isKnown()
                ? ""
                : "the GTIDs before the start at " + settings.from().position() + " are not known";
    }

    /** Rejects a server that has no transaction in common, because it would send its whole log. MariaDB checks this itself. */
    private void checkRelated(String who, GtidSet theirs) {
        if (executed.all() instanceof GtidSet ours
                && !ours.isEmpty()
                && ours.subtract(theirs).equals(ours)) {
            throw new RunFailedException(
                    who + ": it has none of the transactions that were read, so it is no copy of it");
        }
    }

    private void resumeBeyondFourGigabytes(Endpoint endpoint, ServerInfo server) throws IOException {
        if (server.hasGtids() && !executed.isKnown()) {
            GtidsBefore.read(endpoint, server, settings.from().position(), executed);
        }
        if (!server.hasGtids() || !executed.isKnown()) {
            throw new RunFailedException("the last complete transaction ends at " + position
                    + ", a dump cannot begin beyond 4 GiB, and there are no GTIDs to resume after");
        }
        byGtids = true;
    }
}
