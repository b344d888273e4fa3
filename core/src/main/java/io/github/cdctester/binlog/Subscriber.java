// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.binlog.connection.ByteSource;
import io.github.cdctester.binlog.connection.DumpCommand;
import io.github.cdctester.binlog.connection.GtidDump;
import io.github.cdctester.binlog.connection.ServerConnection;
import io.github.cdctester.binlog.connection.ServerInspector;
import io.github.cdctester.binlog.event.ChecksumCheck;
import io.github.cdctester.binlog.event.EventBody;
import io.github.cdctester.binlog.event.EventFramer;
import io.github.cdctester.binlog.event.HeartbeatRow;
import io.github.cdctester.binlog.event.StreamEndedException;
import io.github.cdctester.binlog.gtid.GtidSet;
import io.github.cdctester.binlog.gtid.MariaDbGtidState;
import io.github.cdctester.binlog.payload.PayloadReader;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.binlog.rows.RowCounter;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.RowCounting;
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

    private final StreamSettings settings;
    private final EpochMicrosClock clock;
    private final @Nullable PayloadReader payloads;
    private final TransactionTracker tracker;
    private final Thread thread;
    private final CountDownLatch firstRead = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Reconnection reconnection;

    private volatile ServerConnection connection;
    private volatile boolean connected = true;
    private volatile long lastReadMicros;
    private volatile long cpuNanos = -1;
    private volatile @Nullable String silence;
    private volatile @Nullable Throwable failure;

    private Subscriber(StreamSettings settings, BinlogSink sink, EpochMicrosClock clock, ServerConnection connection) {
        this.settings = settings;
        this.clock = clock;
        this.connection = connection;
        reconnection = new Reconnection(settings.resumeTimeout(), closing);
        StreamSettings.HeartbeatTable table = settings.heartbeat();
        HeartbeatRow heartbeat = table == null ? null : new HeartbeatRow(table.database(), table.table());
        payloads = settings.inflatePayloads() ? new PayloadReader(sink, heartbeat, rowCounters(settings, sink)) : null;
        tracker = new TransactionTracker(
                sink,
                settings.delaySource(),
                settings.clockOffset().offsetMicros(),
                settings.server().hasChecksums() ? 4 : 0,
                heartbeat,
                bodies(settings, sink, payloads));
        if (payloads != null) {
            tracker.takeHeartbeatsOutOf(payloads);
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
        Subscriber subscriber = new Subscriber(settings, sink, clock, ServerConnection.open(settings.endpoint()));
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
                    "the stream from " + settings.endpoint().address() + " broke: " + text(cause), cause);
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

    private static EventBody[] bodies(StreamSettings settings, BinlogSink sink, @Nullable PayloadReader payloads) {
        List<EventBody> bodies = new ArrayList<>();
        if (settings.verifyChecksums()) {
            bodies.add(new ChecksumCheck());
        }
        bodies.addAll(List.of(rowCounters(settings, sink)));
        if (payloads != null) {
            bodies.add(payloads);
        }
        return bodies.toArray(EventBody[]::new);
    }

    private static EventBody[] rowCounters(StreamSettings settings, BinlogSink sink) {
        return settings.rowCounting() == RowCounting.EXACT ? new EventBody[] {new RowCounter(sink)} : new EventBody[0];
    }

    private void follow() {
        LogPosition start = settings.start();
        try {
            while (!isClosing()) {
                try {
                    readFrom(connection, start);
                } catch (IOException | RuntimeException e) {
                    connected = false;
                    if (isClosing()) {
                        return;
                    }
                    connection.close();
                    if (firstRead.getCount() > 0 || !Reconnection.isWorthwhile(e)) {
                        failure = e;
                        return;
                    }
                    tracker.discardInFlight();
                    start = tracker.resumePosition();
                    String silent = silence;
                    silence = null;
                    if (!connectAgain(start, silent == null ? e : new StreamEndedException(silent))) {
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

    /** Tries until a connection is up; says why not in {@link #failure}, unless the subscriber is being closed. */
    private boolean connectAgain(LogPosition start, Exception broken) throws InterruptedException {
        Exception cause = broken;
        String impossible = Reconnection.whyNot(start);
        if (impossible != null) {
            failure = new RunFailedException(text(broken) + "; it cannot be resumed: " + impossible, broken);
            return false;
        }
        while (reconnection.awaitNextAttempt(cause)) {
            ServerConnection next = null;
            try {
                next = ServerConnection.open(settings.endpoint());
                Reconnection.checkSameServer(
                        settings.server(), ServerInspector.of(next, clock).info());
                connection = next;
                lastReadMicros = clock.epochMicros();
                connected = true;
                return true;
            } catch (IOException | RuntimeException e) {
                if (next != null) {
                    next.close();
                }
                if (!Reconnection.isWorthwhile(e)) {
                    failure = e;
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

    private void readFrom(ServerConnection from, LogPosition start) throws IOException {
        DumpCommand.setUpSession(from, settings.server(), Defaults.STREAM_KEEPALIVE);
        ByteSource source = from.stream(dump(from, start));
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
            if (reconnection.isBroken()) {
                reconnection.mended();
            }
            firstRead.countDown();
            if (source.takesAll()) {
                ReadPacing.afterRead(bytes, tracker.behindMicros());
            }
        }
    }

    /** By GTIDs until the first transaction has told where in the log we are; then by position. */
    private byte[] dump(ServerConnection from, LogPosition start) throws IOException {
        String gtids = settings.startGtids();
        if (gtids == null || !start.file().isEmpty()) {
            return DumpCommand.from(start, settings.server());
        }
        if (settings.server().isMariaDb()) {
            for (String statement : GtidDump.mariaDbSession(MariaDbGtidState.parse(gtids))) {
                from.query(statement);
            }
            return DumpCommand.from(GtidDump.mariaDb(), settings.server());
        }
        return GtidDump.mySql(GtidSet.parse(gtids), DumpCommand.newServerId(), 0);
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
