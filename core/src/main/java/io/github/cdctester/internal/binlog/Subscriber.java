// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.ThreadEnd;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows one server's log from a position, in a thread of its own, until it is closed; see {@link LogFollower}. */
public final class Subscriber implements AutoCloseable {

    private static final Duration A_MOMENT = Duration.ofMillis(100);

    private final LogFollower follower;
    private final Thread thread;
    private volatile long cpuNanos = -1;

    private Subscriber(LogFollower follower) {
        this.follower = follower;
        thread = new Thread(follower, "cdc-tester-subscriber");
        thread.setDaemon(true);
    }

    /**
     * Connects, asks for the log, and returns when its first bytes have arrived.
     *
     * @param sink who is told what arrives, in the reader's thread
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static Subscriber start(StreamSettings settings, BinlogSink sink, EpochMicrosClock clock) {
        return start(settings, sink, TransactionWatch.NONE, clock);
    }

    /**
     * The same, with somebody who is told of each transaction.
     *
     * @param sink who is told what arrives, in the reader's thread
     * @param watch who is told of transactions, in the reader's thread
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static Subscriber start(
            StreamSettings settings, BinlogSink sink, TransactionWatch watch, EpochMicrosClock clock) {
        return start(settings, sink, watch, null, clock);
    }

    /**
     * The same, with somebody who is shown row images.
     *
     * @param sink who is told what arrives, in the reader's thread
     * @param watch who is told of transactions, in the reader's thread
     * @param changes who is shown the rows of tables that it wants, in the reader's thread, before the end of their transaction
     *     is told; {@code null} for nobody
     * @throws RunFailedException if the server cannot be reached or refuses
     */
    public static Subscriber start(
            StreamSettings settings,
            BinlogSink sink,
            TransactionWatch watch,
            @Nullable RowChangeSink changes,
            EpochMicrosClock clock) {
        ServerConnection connection = ServerConnection.open(settings.endpoint(), settings.route());
        Subscriber subscriber;
        try {
            subscriber = new Subscriber(new LogFollower(settings, sink, watch, changes, clock, connection));
        } catch (RuntimeException | Error e) {
            connection.close();
            throw e;
        }
        try {
            subscriber.thread.start();
            boolean answered = subscriber.follower.awaitFirstRead(Defaults.CONNECT_TIMEOUT);
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
        } catch (RuntimeException | Error e) {
            subscriber.close();
            throw e;
        }
    }

    /** Asks for the measured part to begin at a place; what arrives after this call has returned obeys it. */
    public void openWindowAt(WindowMark mark) {
        follower.tracker().openWindowAt(mark);
    }

    /**
     * Why the stream was given up.
     *
     * @return the cause, or nothing while it runs or after {@link #close()}
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(follower.failure());
    }

    /**
     * Throws what ended the stream, an {@link Error} as it is. Also looks after it: when it has been silent for too long, although the server sends a
     * keep-alive every few seconds, its connection is ended, and another one made.
     *
     * @throws RunFailedException if the stream is broken for good
     */
    public void failIfBroken() {
        if (thread.isAlive()) {
            follower.endSilence();
        }
        Throwable cause = follower.failure();
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause != null) {
            throw new RunFailedException(
                    "the stream from " + followed().endpoint().address() + " broke: " + LogFollower.text(cause), cause);
        }
    }

    /**
     * Lists the breaks that were mended.
     *
     * @return the gaps in order; the first 1,000
     */
    public List<StreamGap> gaps() {
        return follower.gaps();
    }

    /** Where the stream comes from at present: where it was started, or where it went on after a break. */
    public FollowedServer followed() {
        return follower.followed();
    }

    /**
     * Hands over the end of the log, asked for just now, of the server that is followed: the GTIDs before it make sure that
     * transactions which were being committed at the start are known to lie before it. Without an offer such transactions
     * could be counted, should the stream be resumed by GTIDs.
     *
     * @param of the server that was asked, as {@link #followed()} said before
     */
    public void offer(LogEnd end, FollowedServer of) {
        follower.offer(end, of);
    }

    /**
     * How much CPU time the reader's thread has used, or, after its end, what it had used when last asked.
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
     */
    public long connectionId() {
        return follower.connectionId();
    }

    /**
     * How much of the log the server kept to itself; read it after {@link #close()}.
     *
     * @return bytes between events that were not sent
     */
    public long omittedBytes() {
        return follower.tracker().omittedBytes();
    }

    /**
     * How many transactions had no end; read it after {@link #close()}.
     *
     * @return transactions that a new one, or a new file, cut off
     */
    public long incompleteTransactions() {
        return follower.tracker().incompleteTransactions();
    }

    /**
     * Whether the stream is being read, and not broken.
     *
     * @return whether there is a connection that is not known to be broken
     */
    public boolean isConnected() {
        return follower.isConnected();
    }

    /**
     * Ends reading until {@link #readOn()}: the connection is ended, as a server would end one on which nobody takes what it
     * sends. What was in flight comes again. It is no gap. Does not wait for the reader's thread.
     */
    public void pause() {
        follower.pause();
    }

    /** Reads on behind the last complete transaction, if there was a pause. */
    public void readOn() {
        follower.readOn();
    }

    /** Ends the connection and waits for the thread. */
    @Override
    public void close() {
        cpuNanos();
        follower.close();
        while (!ThreadEnd.await(thread, A_MOMENT)) {
            follower.close(); // a new connection may have come up meanwhile
            thread.interrupt(); // or one is being made, to a server that does not answer
        }
    }
}
