// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The reader's role: a thread that follows one server's log from a position until it is closed or the stream breaks. */
public final class Subscriber implements AutoCloseable {

    private final StreamSettings settings;
    private final EpochMicrosClock clock;
    private final ServerConnection connection;
    private final TransactionTracker tracker;
    private final Thread thread;
    private final CountDownLatch firstRead = new CountDownLatch(1);

    private volatile boolean closing;
    private volatile long lastReadMicros;
    private volatile @Nullable Throwable failure;

    private Subscriber(StreamSettings settings, BinlogSink sink, EpochMicrosClock clock, ServerConnection connection) {
        this.settings = settings;
        this.clock = clock;
        this.connection = connection;
        StreamSettings.HeartbeatTable table = settings.heartbeat();
        tracker = new TransactionTracker(
                sink,
                settings.delaySource(),
                settings.clockOffset().offsetMicros(),
                settings.server().hasChecksums() ? 4 : 0,
                table == null ? null : new HeartbeatRow(table.database(), table.table()));
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
        subscriber.lastReadMicros = clock.epochMicros();
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
     * Tells why the stream broke.
     *
     * @return the cause, or nothing while it runs or after {@link #close()}
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Throws what broke the stream; also declares it broken when it has been silent for too long, although the server
     * sends a keep-alive every few seconds.
     *
     * @throws RunFailedException if the stream is broken
     */
    public void failIfBroken() {
        long silentMicros = clock.epochMicros() - lastReadMicros;
        if (failure == null && thread.isAlive() && silentMicros > micros(Defaults.STREAM_TIMEOUT)) {
            failure = new StreamEndedException(
                    "nothing arrived for " + silentMicros / 1_000_000 + " s, not even a keep-alive");
            connection.close();
        }
        Throwable cause = failure;
        if (cause != null) {
            throw new RunFailedException(
                    "the stream from " + settings.endpoint().address() + " broke: " + text(cause), cause);
        }
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
        closing = true;
        connection.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
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
            DumpCommand.setUpSession(connection, settings.server(), Defaults.STREAM_KEEPALIVE);
            readFrom(connection.stream(DumpCommand.from(settings.start(), settings.server())));
        } catch (IOException | RuntimeException e) {
            if (!closing && failure == null) {
                failure = e;
            }
        } finally {
            firstRead.countDown();
        }
    }

    private void readFrom(ByteSource source) throws IOException {
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
                tracker.readEnd(); // what came whole before an error counts
            }
            firstRead.countDown();
            ReadPacing.afterRead(bytes, tracker.behindMicros());
        }
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
