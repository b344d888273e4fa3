// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ByteSource;
import io.github.cdctester.internal.binlog.connection.ConnectorReader;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.ServerErrorException;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reader's role: follows one server's log from a position until it is closed. When the stream breaks it connects again and
 * continues after the last complete transaction, so that nothing is counted twice or omitted. All but {@link #run()} is for
 * any thread.
 */
final class LogFollower implements Runnable {

    private final EpochMicrosClock clock;
    private final @Nullable PayloadReader payloads;
    private final TransactionTracker tracker;
    private final @Nullable EventTap tap;
    private final CountDownLatch firstRead = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final FailoverServers servers;
    private final Reconnection reconnection;
    private final Resumption resumption;
    private final PlannedPause pause = new PlannedPause();
    private final @Nullable ConnectorReader connector;

    private volatile ServerConnection connection;
    private volatile boolean connected = true;
    private final StreamRoute route;
    private volatile long lastReadMicros;
    private volatile @Nullable String silence;

    /** Used by the thread that checks for silence. */
    private boolean silentBefore;

    /** Locked while the events of one read are processed. */
    private final Object reading = new Object();

    private volatile @Nullable Throwable failure;
    private @Nullable RuntimeException notKept;

    LogFollower(
            StreamSettings settings,
            BinlogSink sink,
            TransactionWatch watch,
            @Nullable RowChangeSink changes,
            @Nullable EventTap tap,
            EpochMicrosClock clock,
            ServerConnection connection) {
        this.clock = clock;
        this.connection = connection;
        this.tap = tap;
        List<Endpoint> endpoints = new ArrayList<>(List.of(settings.endpoint()));
        endpoints.addAll(settings.failover());
        route = settings.route();
        servers = new FailoverServers(endpoints);
        reconnection = new Reconnection(servers, settings.read().resumeTimeout(), closing);
        EventReaders readers = EventReaders.of(settings, sink, changes);
        payloads = readers.payloads();
        tracker = readers.tracker();
        resumption = new Resumption(settings, tracker, watch, clock, tap != null && tap.acceptsStart());
        connector = settings.read().reader() == Reader.CONNECTOR ? new ConnectorReader() : null;
        if (settings.read().sideBySide()) {
            tracker.reportAllCommitTimes();
        }
        WindowMark mark = settings.from().window();
        if (mark != null) {
            tracker.openWindowAt(mark);
        }
        lastReadMicros = clock.epochMicros();
    }

    /** Waits for the first bytes of the log, or the end of the thread; returns true after either. */
    boolean awaitFirstRead(Duration longest) throws InterruptedException {
        return firstRead.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The cause that ended the stream for good, if any. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /**
     * Ends a connection on which nothing has arrived for too long, although the server sends a keep-alive every few seconds;
     * another one is made then. Once only if no keep-alive has ever come: such a server sends none, and is silent while it is idle.
     * Never while the connector deserializes: it does not read then.
     */
    void endSilence() {
        long silentMicros = clock.epochMicros() - lastReadMicros;
        boolean expected = tracker.keepAlives() > 0 || !silentBefore;
        boolean busy = connector != null && connector.isBusy();
        if (connected && !busy && expected && silentMicros > Defaults.STREAM_TIMEOUT.toNanos() / 1_000) {
            silentBefore = true;
            lastReadMicros = clock.epochMicros();
            silence = "nothing arrived for " + silentMicros / 1_000_000 + " s, not even a keep-alive";
            connection.close();
        }
    }

    /** Returns true if there is a connection that is not known to be broken. */
    boolean isConnected() {
        return connected;
    }

    TransactionTracker tracker() {
        return tracker;
    }

    List<StreamGap> gaps() {
        return reconnection.gaps();
    }

    FollowedServer followed() {
        return resumption.followed();
    }

    ConnectorUse connectorUse() {
        return connector == null ? ConnectorUse.NONE : connector.use();
    }

    boolean hasRead(String gtids) {
        synchronized (reading) {
            return resumption.hasRead(gtids);
        }
    }

    void offer(LogEnd end, FollowedServer of) {
        resumption.offer(end, of);
    }

    long connectionId() {
        return connection.id();
    }

    /**
     * Ends reading after the last complete transaction, until {@link #readOn()}. A stream that is broken at this moment is
     * mended first.
     */
    void pause() {
        pause.begin();
        connection.close(); // a connection that is made at this moment is ended by the reader
    }

    void readOn() {
        pause.end();
    }

    /** Ends the connection that there is now; the thread ends soon after. May be called again. */
    void close() {
        closing.countDown();
        pause.end();
        connection.close();
    }

    @Override
    public void run() {
        try {
            while (!isClosing()) {
                try {
                    if (firstRead.getCount() > 0) {
                        resumption.learnStart(connection);
                        if (tap != null && tap.acceptsStart()) {
                            resumption.reportStart(tap, true);
                        }
                    }
                    readFrom(connection);
                } catch (IOException | RuntimeException e) {
                    connected = false;
                    if (isClosing()) {
                        return;
                    }
                    connection.close();
                    if (firstRead.getCount() > 0 || !isWorthwhile(e)) {
                        failure = explained(e);
                        return;
                    }
                    boolean inTransaction = tracker.isInTransaction();
                    resumption.broken();
                    if (tap != null) {
                        tap.broken();
                    }
                    String silent = silence;
                    silence = null;
                    boolean goesOn = pause.isDue() && !reconnection.isBroken()
                            ? passThePause()
                            : connectAgain(silent == null ? e : new StreamEndedException(silent), inTransaction);
                    if (!goesOn) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            failure = isClosing() ? null : e;
        } catch (Throwable e) { // also an Error of a listener: a stream without a reader must not look like a slow one
            connected = false;
            failure = e;
        } finally {
            if (payloads != null) {
                payloads.close();
            }
            endTap();
            firstRead.countDown();
        }
    }

    private void endTap() {
        try {
            if (tap != null) {
                if (tap.acceptsStart()) {
                    resumption.reportStart(tap, false);
                }
                tap.close();
            }
        } catch (RuntimeException e) {
            notKept = e;
        }
    }

    /** Throws, once, why the events were not kept up to their end; the thread has ended. */
    void failIfNotKept() {
        RuntimeException why = notKept;
        notKept = null;
        if (why != null) {
            throw why;
        }
    }

    /** Returns true if another connection can mend what happened in the stream, to this server or to another one. */
    private boolean isWorthwhile(Exception e) {
        boolean byGtids = resumption.by() == StreamGap.ResumedBy.GTIDS;
        return reconnection.isWorthwhile(e, byGtids, tracker.progress())
                || e instanceof ServerErrorException
                        && servers.leaveOut(followed().endpoint(), text(e), tracker.progress());
    }

    /** Adds the stream's place, and other servers' answers, to the message. */
    private Exception explained(Exception e) {
        String others = servers.leftOut(followed().endpoint());
        boolean resuming = reconnection.isBroken() || !others.isEmpty();
        return resuming && e instanceof ServerErrorException
                ? new RunFailedException(
                        "it cannot be resumed after " + resumption.place() + ": " + text(e) + others, e)
                : e;
    }

    /** Waits while nothing is to be read, and connects again; a server that has gone meanwhile is a break like any other. */
    private boolean passThePause() throws InterruptedException {
        pause.pass();
        if (isClosing()) {
            return false;
        }
        try {
            connectTo(followed().endpoint());
            return true;
        } catch (IOException | RuntimeException e) {
            if (isWorthwhile(e)) {
                return connectAgain(e, false);
            }
            failure = new RunFailedException(
                    "after a pause it cannot be resumed after " + resumption.place() + ": " + text(e), e);
            return false;
        }
    }

    /** Tries until a connection is up; sets {@link #failure} if it gives up, unless the subscriber is being closed. */
    private boolean connectAgain(Exception broken, boolean inTransaction) throws InterruptedException {
        Exception cause = broken;
        while (reconnection.awaitNextAttempt(cause, followed(), tracker.progress(), inTransaction)) {
            Endpoint endpoint = servers.next();
            try {
                connectTo(endpoint);
                return true;
            } catch (IOException | RuntimeException e) {
                boolean refused = e instanceof ServerErrorException || e instanceof RunFailedException;
                if (!reconnection.isWorthwhile(e, false, tracker.progress())
                        && !(refused && servers.leaveOut(endpoint, text(e), tracker.progress()))) {
                    failure = new RunFailedException(
                            text(broken) + "; it cannot be resumed: " + text(e) + servers.leftOut(endpoint), e);
                    return false;
                }
                cause = e;
            }
        }
        if (!isClosing()) {
            failure = new RunFailedException(text(broken) + "; " + whyNotAgain(broken, cause), cause);
        }
        return false;
    }

    private void connectTo(Endpoint endpoint) throws IOException {
        ServerConnection next = ServerConnection.open(endpoint, route);
        try {
            resumption.connected(endpoint, next);
        } catch (IOException | RuntimeException e) {
            next.close();
            throw e;
        }
        connection = next;
        if (isClosing()) { // close() may have ended the connection before this one
            next.close();
        }
        lastReadMicros = clock.epochMicros();
        connected = true;
    }

    @SuppressWarnings("ReferenceEquality") // whether no attempt has failed since
    private String whyNotAgain(Exception broken, Exception last) {
        int attempts = reconnection.attempts();
        if (attempts == 0) {
            return "it was not to be connected again";
        }
        String why = last == broken
                ? attempts + " attempts to resume after " + resumption.place() + " have brought no whole transaction"
                : attempts + " attempts to connect again failed, the last one: " + text(last);
        return why + servers.leftOut(null);
    }

    private void readFrom(ServerConnection from) throws IOException {
        ByteSource source = from.stream(resumption.dump(from));
        EventFramer framer = new EventFramer(tap == null ? tracker : new TappedEvents(tracker, tap));
        if (connector != null) {
            boolean checksums = resumption.followed().info().hasChecksums();
            connector.read(source, checksums, bytes -> take(bytes, framer, clock.epochMicros()));
        }
        ByteBuffer buffer = source.newBuffer();
        ReadPacing pacing = new ReadPacing();
        while (true) {
            buffer.compact();
            int bytes = source.read(buffer);
            boolean filled = !buffer.hasRemaining();
            long nowMicros = clock.epochMicros();
            if (bytes < 0) {
                throw new StreamEndedException("the server closed the connection");
            }
            take(buffer.flip(), framer, nowMicros);
            if (source.takesAll()) {
                pacing.afterRead(bytes, filled, tracker.behindMicros());
            }
        }
    }

    /** Processes the events in the bytes that arrived. */
    private void take(ByteBuffer buffer, EventFramer framer, long nowMicros) throws IOException {
        lastReadMicros = nowMicros;
        tracker.readBegin(nowMicros);
        if (tap != null) {
            tap.readBegin(nowMicros);
        }
        synchronized (reading) {
            try {
                framer.consume(buffer);
            } finally {
                // events before an error or an end in the same read count
                tracker.readEnd();
            }
            resumption.readEnd();
        }
        if (reconnection.isBroken()) {
            reconnection.reconnected(followed(), resumption.by(), tracker.progress());
        }
        firstRead.countDown();
        if (pause.isDue()) {
            throw new StreamEndedException("reading was paused");
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
