// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.connection.ByteSource;
import io.github.cdctester.binlog.connection.ServerConnection;
import io.github.cdctester.binlog.event.EventFramer;
import io.github.cdctester.binlog.event.ServerErrorException;
import io.github.cdctester.binlog.event.StreamEndedException;
import io.github.cdctester.binlog.gtid.TransactionWatch;
import io.github.cdctester.binlog.payload.PayloadReader;
import io.github.cdctester.binlog.position.LogEnd;
import io.github.cdctester.binlog.rows.RowChangeSink;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reader's role: a thread that follows one server's log from a position until it is closed. When the stream breaks it
 * connects again and goes on behind the last complete transaction, so that nothing is counted twice and nothing less.
 */
public final class Subscriber implements AutoCloseable {

    private final EpochMicrosClock clock;
    private final @Nullable PayloadReader payloads;
    private final TransactionTracker tracker;
    private final Thread thread;
    private final CountDownLatch firstRead = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Reconnection reconnection;
    private final Resumption resumption;

    private volatile ServerConnection connection;
    private volatile boolean connected = true;
    private volatile long lastReadMicros;
    private volatile long cpuNanos = -1;
    private volatile @Nullable String silence;
    private volatile @Nullable Throwable failure;

    private Subscriber(
            StreamSettings settings,
            BinlogSink sink,
            TransactionWatch watch,
            @Nullable RowChangeSink changes,
            EpochMicrosClock clock,
            ServerConnection connection) {
        this.clock = clock;
        this.connection = connection;
        List<Endpoint> endpoints = new ArrayList<>(List.of(settings.endpoint()));
        endpoints.addAll(settings.failover());
        reconnection = new Reconnection(endpoints, settings.resumeTimeout(), closing);
        EventReaders readers = EventReaders.of(settings, sink, changes);
        payloads = readers.payloads();
        tracker = readers.tracker();
        resumption = new Resumption(settings, tracker, watch, clock);
        if (settings.sideBySide()) {
            tracker.tellAllCommitTimes();
        }
        WindowMark mark = settings.windowFrom();
        if (mark != null) {
            tracker.openWindowAt(mark);
        }
        lastReadMicros = clock.epochMicros();
        thread = new Thread(this::follow, "cdc-tester-subscriber");
        thread.setDaemon(true);
    }

    /**
     * Connects, asks for the log, and returns when its first bytes have arrived.
     *
     * @param settings where and how
     * @param sink who is told what arrives, in the reader's thread
     * @param clock the tester's clock
     * @return the running subscriber
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static Subscriber start(StreamSettings settings, BinlogSink sink, EpochMicrosClock clock) {
        return start(settings, sink, TransactionWatch.NONE, clock);
    }

    /**
     * The same, with somebody who is told of each transaction.
     *
     * @param settings where and how
     * @param sink who is told what arrives, in the reader's thread
     * @param watch who is told of transactions, in the reader's thread
     * @param clock the tester's clock
     * @return the running subscriber
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static Subscriber start(
            StreamSettings settings, BinlogSink sink, TransactionWatch watch, EpochMicrosClock clock) {
        return start(settings, sink, watch, null, clock);
    }

    /**
     * The same, with somebody who is shown row images.
     *
     * @param settings where and how
     * @param sink who is told what arrives, in the reader's thread
     * @param watch who is told of transactions, in the reader's thread
     * @param changes who is shown the rows of tables that it wants, in the reader's thread, before the end of their transaction
     *     is told; {@code null} for nobody
     * @param clock the tester's clock
     * @return the running subscriber
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static Subscriber start(
            StreamSettings settings,
            BinlogSink sink,
            TransactionWatch watch,
            @Nullable RowChangeSink changes,
            EpochMicrosClock clock) {
        Subscriber subscriber =
                new Subscriber(settings, sink, watch, changes, clock, ServerConnection.open(settings.endpoint()));
        subscriber.thread.start();
        try {
            boolean answered = subscriber.firstRead.await(Defaults.CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            subscriber.failIfBroken();
            if (!answered) {
                throw new RunFailedException(settings.endpoint().address() + " did not begin to send its log within "
                        + Defaults.CONNECT_TIMEOUT.toSeconds() + " s");
            }
            return subscriber;
        } catch (InterruptedException e) {
            subscriber.close();
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while connecting to the stream", e);
        } catch (RuntimeException e) {
            subscriber.close();
            throw e;
        }
    }

    /**
     * Asks for the measured part to begin at a place; what arrives after this call has returned obeys it.
     *
     * @param mark the place
     */
    public void openWindowAt(WindowMark mark) {
        tracker.openWindowAt(mark);
    }

    /**
     * Tells why the stream was given up.
     *
     * @return the cause, or nothing while it runs or after {@link #close()}
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Throws what ended the stream. Also looks after it: when it has been silent for too long, although the server sends a
     * keep-alive every few seconds, its connection is ended, and another one made.
     *
     * @throws RunFailedException if the stream is broken for good
     */
    public void failIfBroken() {
        long silentMicros = clock.epochMicros() - lastReadMicros;
        if (connected && thread.isAlive() && silentMicros > Defaults.STREAM_TIMEOUT.toNanos() / 1_000) {
            lastReadMicros = clock.epochMicros();
            silence = "nothing arrived for " + silentMicros / 1_000_000 + " s, not even a keep-alive";
            connection.close();
        }
        Throwable cause = failure;
        if (cause != null) {
            throw new RunFailedException(
                    "the stream from " + followed().endpoint().address() + " broke: " + text(cause), cause);
        }
    }

    /**
     * Lists the breaks that were mended.
     *
     * @return the gaps in order; the first 1,000
     */
    public List<StreamGap> gaps() {
        return reconnection.gaps();
    }

    /**
     * Tells where the stream comes from at present: where it was started, or where it went on after a break.
     *
     * @return the server
     */
    public FollowedServer followed() {
        return resumption.followed();
    }

    /**
     * Hands over the end of the log, asked for just now, of the server that is followed: the GTIDs before it make sure that
     * transactions which were being committed at the start are known to lie before it. Without an offer such transactions
     * could be counted, should the stream be resumed by GTIDs.
     *
     * @param end the end of the log
     * @param of the server that was asked, as {@link #followed()} said before
     */
    public void offer(LogEnd end, FollowedServer of) {
        resumption.offer(end, of);
    }

    /**
     * Tells how much CPU time the reader's thread has used, or, after its end, what it had used when last asked.
     *
     * @return ns, or -1 where the runtime cannot tell
     */
    public long cpuNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return -1;
        }
        long now = threads.getThreadCpuTime(thread.getId());
        if (now >= 0) {
            cpuNanos = now;
        }
        return cpuNanos; // of a thread that has ended, what it said last
    }

    /**
     * Tells the connection's number at the server, whose dump thread would notice a closed connection only when it next has
     * something to send.
     *
     * @return the id that KILL takes
     */
    public long connectionId() {
        return connection.id();
    }

    /**
     * Tells how much of the log the server kept to itself; read it after {@link #close()}.
     *
     * @return bytes between events that were not sent
     */
    public long omittedBytes() {
        return tracker.omittedBytes();
    }

    /**
     * Tells how many transactions had no end; read it after {@link #close()}.
     *
     * @return transactions that a new one, or a new file, cut off
     */
    public long incompleteTransactions() {
        return tracker.incompleteTransactions();
    }

    /** Ends the connection and waits for the thread. */
    @Override
    public void close() {
        cpuNanos();
        closing.countDown();
        connection.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(100);
                connection.close(); // a new one may have come up meanwhile
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        try {
            while (!isClosing()) {
                try {
                    if (firstRead.getCount() > 0) {
                        resumption.learnStart(connection);
                    }
                    readFrom(connection);
                } catch (IOException | RuntimeException e) {
                    connected = false;
                    if (isClosing()) {
                        return;
                    }
                    connection.close();
                    boolean byGtids = resumption.by() == StreamGap.ResumedBy.GTIDS;
                    if (firstRead.getCount() > 0 || !reconnection.isWorthwhile(e, byGtids)) {
                        failure = explained(e);
                        return;
                    }
                    resumption.broken();
                    String silent = silence;
                    silence = null;
                    if (!connectAgain(silent == null ? e : new StreamEndedException(silent))) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            failure = e;
        } finally {
            if (payloads != null) {
                payloads.close();
            }
            firstRead.countDown();
        }
    }

    /** A refusal to go on says where the stream was. */
    private Exception explained(Exception e) {
        return reconnection.isBroken() && e instanceof ServerErrorException
                ? new RunFailedException("it cannot be resumed behind " + resumption.place() + ": " + text(e), e)
                : e;
    }

    /** Tries until a connection is up; says why not in {@link #failure}, unless the subscriber is being closed. */
    private boolean connectAgain(Exception broken) throws InterruptedException {
        Exception cause = broken;
        while (reconnection.awaitNextAttempt(cause, followed())) {
            ServerConnection next = null;
            try {
                Endpoint endpoint = reconnection.nextEndpoint();
                next = ServerConnection.open(endpoint);
                resumption.connected(endpoint, next);
                connection = next;
                lastReadMicros = clock.epochMicros();
                connected = true;
                return true;
            } catch (IOException | RuntimeException e) {
                if (next != null) {
                    next.close();
                }
                if (!reconnection.isWorthwhile(e, false)) {
                    failure = new RunFailedException(text(broken) + "; it cannot be resumed: " + text(e), e);
                    return false;
                }
                cause = e;
            }
        }
        if (!isClosing()) {
            failure = new RunFailedException(
                    text(broken) + "; " + reconnection.attempts() + " attempts to connect again failed, the last one: "
                            + text(cause),
                    cause);
        }
        return false;
    }

    private void readFrom(ServerConnection from) throws IOException {
        ByteSource source = from.stream(resumption.dump(from));
        EventFramer framer = new EventFramer(tracker);
        ByteBuffer buffer = source.newBuffer();
        while (true) {
            buffer.compact();
            int bytes = source.read(buffer);
            long nowMicros = clock.epochMicros();
            if (bytes < 0) {
                throw new StreamEndedException("the server closed the connection");
            }
            lastReadMicros = nowMicros;
            tracker.readBegin(nowMicros);
            try {
                framer.consume(buffer.flip());
            } finally {
                // what came before an error or an end in the same read counts
                tracker.readEnd();
            }
            resumption.readEnd();
            if (reconnection.isBroken()) {
                reconnection.mended(followed(), resumption.by());
            }
            firstRead.countDown();
            if (source.takesAll()) {
                ReadPacing.afterRead(bytes, tracker.behindMicros());
            }
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
