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
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.payload.PayloadReader;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Follows a log until {@link #close()} or a final error. Reconnects after a break and continues after the last complete
 * transaction. Thread-safe, except for {@link #run()}, {@link #closeIfSilent()} (always the same thread) and
 * {@link #failIfTapFailed()}.
 */
final class LogFollower implements Runnable {

    private final EpochMicrosClock clock;
    private final @Nullable PayloadReader payloadReader;
    private final TransactionTracker tracker;
    private final @Nullable EventTap tap;
    private final FirstRead firstRead = new FirstRead();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final FailoverServers servers;
    private final Reconnection reconnection;
    private final Resumption resumption;
    private final ResumeErrors errors;
    private final PlannedPause pause = new PlannedPause();
    private final InterruptibleConnect interruptibleConnect = new InterruptibleConnect();
    private final @Nullable ConnectorReader connector;

    private volatile ServerConnection connection;
    private volatile boolean connected = true;
    private final StreamRoute route;
    private final SilenceWatch silenceWatch;
    private volatile @Nullable String silenceError;

    private final Object readLock = new Object();

    private volatile @Nullable Throwable failure;
    private @Nullable Throwable tapFailure;

    LogFollower(
            StreamSettings settings,
            BinlogSink sink,
            TransactionWatch watch,
            @Nullable RowChangeSink changes,
            @Nullable EventTap tap,
            EpochMicrosClock clock,
            NanoClock nanoClock,
            ServerConnection connection) {
        this.clock = clock;
        silenceWatch = new SilenceWatch(nanoClock);
        this.connection = connection;
        this.tap = tap;
        List<Endpoint> endpoints = new ArrayList<>(List.of(settings.endpoint()));
        endpoints.addAll(settings.failover());
        route = settings.route();
        servers = new FailoverServers(endpoints);
        reconnection = new Reconnection(servers, settings.read().resumeTimeout(), closing, nanoClock);
        EventReaders readers = EventReaders.of(settings, sink, changes);
        payloadReader = readers.payloadReader();
        tracker = readers.tracker();
        resumption = new Resumption(settings, tracker, watch, clock, tap != null && tap.needsStartGtids());
        errors = new ResumeErrors(servers, reconnection, resumption);
        connector = settings.read().reader() == Reader.CONNECTOR ? new ConnectorReader() : null;
        if (settings.read().compareDelaySources()) {
            tracker.reportAllCommitTimes();
        }
        WindowMark mark = settings.from().window();
        if (mark != null) {
            tracker.openWindowAt(mark);
        }
    }

    FirstRead firstRead() {
        return firstRead;
    }

    /** Returns a permanent failure, or {@code null}. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /**
     * Closes a connection that received nothing for {@link Defaults#STREAM_TIMEOUT}; the reader then reconnects. A server without
     * keep-alives is silent while idle, so this happens only once. Does nothing while the connector deserializes.
     */
    void closeIfSilent() {
        if (!connected || (connector != null && connector.isBusy())) {
            return;
        }
        String reason = silenceWatch.check(tracker.keepAlives() > 0);
        if (reason != null) {
            silenceError = reason;
            connection.close();
        }
    }

    /** Returns false from the detection of a break until the next connection is ready. */
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
        synchronized (readLock) {
            return resumption.hasRead(gtids);
        }
    }

    void offer(LogEnd end, FollowedServer server) {
        resumption.offer(end, server);
    }

    long connectionId() {
        return connection.id();
    }

    void pause() {
        pause.begin();
        connection.close(); // if the reader is connecting now, it closes the new connection itself
    }

    void resume() {
        pause.end();
    }

    /** Ends an attempt to connect. The thread ends soon after. May be called repeatedly. */
    void close() {
        closing.countDown();
        pause.end();
        connection.close();
        interruptibleConnect.interrupt();
    }

    @Override
    public void run() {
        try {
            while (!isClosing()) {
                try {
                    if (!firstRead.isComplete()) {
                        interruptibleConnect.run(
                                () -> resumption.determineStartGtids(connection, firstRead::onReadBeforeStart));
                        if (tap != null && tap.needsStartGtids()) {
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
                    if (!firstRead.isComplete() || !canContinue(e)) {
                        failure = errors.withPosition(e);
                        return;
                    }
                    boolean inTransaction = tracker.isInTransaction();
                    resumption.onBreak();
                    if (tap != null) {
                        tap.onBreak();
                    }
                    String reason = silenceError;
                    silenceError = null;
                    boolean reconnected = pause.isDue() && !reconnection.isBroken()
                            ? reconnectAfterPause()
                            : reconnect(reason == null ? e : new StreamEndedException(reason), inTransaction);
                    if (!reconnected) {
                        return;
                    }
                }
            }
        } catch (Throwable e) { // also an Error of a listener: a failed stream must not look like a slow stream
            connected = false;
            failure = e;
        } finally {
            if (payloadReader != null) {
                payloadReader.close();
            }
            endTap();
            firstRead.complete();
        }
    }

    private void endTap() {
        try {
            if (tap != null) {
                if (tap.needsStartGtids()) {
                    resumption.reportStart(tap, false);
                }
                tap.close();
            }
        } catch (Throwable e) { // rethrown later by failIfTapFailed(), even an Error
            tapFailure = e;
        }
    }

    /** Throws a failure only once. Call it after the thread has ended. */
    void failIfTapFailed() {
        Throwable tapError = tapFailure;
        tapFailure = null;
        FirstFailure.rethrow(tapError, ResumeErrors::text);
    }

    /** May mark the current server as skipped. */
    private boolean canContinue(Exception e) {
        boolean byGtids = resumption.resumedBy() == StreamGap.ResumedBy.GTIDS;
        return reconnection.isRetryable(e, byGtids, tracker.progress())
                || e instanceof ServerErrorException
                        && servers.skip(followed().endpoint(), ResumeErrors.text(e), tracker.progress());
    }

    /** A retryable error is handled like a break. Returns false if the stream ends. */
    private boolean reconnectAfterPause() throws InterruptedException {
        pause.awaitEnd();
        if (isClosing()) {
            return false;
        }
        try {
            connectTo(followed().endpoint());
            return true;
        } catch (IOException | RuntimeException e) {
            if (canContinue(e)) {
                return reconnect(e, false);
            }
            failure = errors.afterPause(e);
            return false;
        }
    }

    /** Returns false after close(), a timeout, or a final error; the last two set {@link #failure}. */
    private boolean reconnect(Exception reason, boolean inTransaction) throws InterruptedException {
        Exception cause = reason;
        while (reconnection.awaitNextAttempt(cause, followed(), tracker.progress(), inTransaction)) {
            Endpoint endpoint = servers.next();
            try {
                connectTo(endpoint);
                return true;
            } catch (IOException | RuntimeException e) {
                boolean serverRefused = e instanceof ServerErrorException || e instanceof RunFailedException;
                if (!reconnection.isRetryable(e, false, tracker.progress())
                        && !(serverRefused && servers.skip(endpoint, ResumeErrors.text(e), tracker.progress()))) {
                    failure = errors.refused(reason, endpoint, e);
                    return false;
                }
                cause = e;
            }
        }
        if (!isClosing()) {
            failure = errors.notReconnected(reason, cause);
        }
        return false;
    }

    private void connectTo(Endpoint endpoint) throws IOException {
        interruptibleConnect.run(() -> connection = open(endpoint));
        if (isClosing()) { // close() may have closed only the previous connection
            connection.close();
        }
        silenceWatch.onRead();
        connected = true;
    }

    private ServerConnection open(Endpoint endpoint) throws IOException {
        ServerConnection newConnection = ServerConnection.open(endpoint, route);
        try {
            resumption.onConnected(endpoint, newConnection);
            return newConnection;
        } catch (IOException | RuntimeException e) {
            newConnection.close();
            throw e;
        }
    }

    private void readFrom(ServerConnection dumpConnection) throws IOException {
        ByteSource source = dumpConnection.startDump(resumption.dump(dumpConnection));
        EventFramer framer = new EventFramer(tap == null ? tracker : new TappedEvents(tracker, tap));
        if (connector != null) {
            boolean checksums = resumption.followed().info().hasChecksums();
            connector.read(source, checksums, bytes -> process(bytes, framer, clock.epochMicros()));
        }
        ByteBuffer buffer = source.newBuffer();
        ReadPacing pacing = new ReadPacing();
        while (true) {
            buffer.compact();
            int bytes = source.read(buffer);
            boolean isBufferFull = !buffer.hasRemaining();
            long nowMicros = clock.epochMicros();
            if (bytes < 0) {
                throw new StreamEndedException("the server closed the connection");
            }
            process(buffer.flip(), framer, nowMicros);
            if (source.readsAllAvailable()) {
                pacing.afterRead(bytes, isBufferFull, tracker.behindMicros());
            }
        }
    }

    private void process(ByteBuffer buffer, EventFramer framer, long nowMicros) throws IOException {
        silenceWatch.onRead();
        tracker.readBegin(nowMicros);
        if (tap != null) {
            tap.readBegin(nowMicros);
        }
        synchronized (readLock) {
            try {
                framer.consume(buffer);
            } finally {
                // also counts events before an error in the same read
                tracker.readEnd();
            }
            resumption.onReadEnd();
        }
        if (reconnection.isBroken()) {
            reconnection.onReconnected(followed(), resumption.resumedBy(), tracker.progress());
        }
        firstRead.complete();
        if (pause.isDue()) {
            throw new StreamEndedException("reading was paused");
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }
}
