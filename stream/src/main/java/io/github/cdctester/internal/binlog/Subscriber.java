// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.StreamSettings.StreamStart;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.Threads;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows one server's log in its own thread until it is closed; see {@link LogFollower}. */
public final class Subscriber implements Subscription {

    private static final Duration CLOSE_INTERVAL = Duration.ofMillis(100);

    private final LogFollower follower;
    private final StreamStart start;
    private final Thread thread;
    private volatile long cpuNanos = -1;

    private Subscriber(LogFollower follower, StreamStart start) {
        this.follower = follower;
        this.start = start;
        thread = new Thread(follower, "cdc-tester-subscriber");
        thread.setDaemon(true);
    }

    /**
     * Returns when the first bytes have arrived. The reader's thread calls {@code sink}, {@code watch}, {@code changes} and
     * {@code tap}.
     *
     * @param changes receives the rows of its tables before {@code sink} receives the end of their transaction
     * @param tap closed when the reader ends
     * @throws RunFailedException if the server cannot be reached, rejects the dump, or sends nothing within
     *     {@link Defaults#CONNECT_TIMEOUT}; or if the thread is interrupted
     * @throws StartStoppedException if {@code startWatch} stops the start
     */
    public static Subscriber start(
            StreamSettings settings,
            BinlogSink sink,
            TransactionWatch watch,
            @Nullable RowChangeSink changes,
            @Nullable EventTap tap,
            EpochMicrosClock clock,
            NanoClock nanoClock,
            StartWatch startWatch) {
        ServerConnection connection = ServerConnection.open(settings.endpoint(), settings.route());
        Subscriber subscriber;
        try {
            subscriber = new Subscriber(
                    new LogFollower(settings, sink, watch, changes, tap, clock, nanoClock, connection),
                    settings.from());
        } catch (RuntimeException | Error e) {
            connection.close();
            throw e;
        }
        try {
            subscriber.thread.start();
            boolean hasRead = subscriber.follower.firstRead().await(Defaults.CONNECT_TIMEOUT, startWatch);
            subscriber.failIfBroken();
            if (!hasRead && startWatch.isStopped()) {
                throw new StartStoppedException();
            }
            if (!hasRead) {
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

    @Override
    public void openWindowAt(WindowMark mark) {
        follower.tracker().openWindowAt(mark);
    }

    /** Returns empty while the stream runs, and if it was closed before a failure. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(follower.failure());
    }

    @Override
    public void failIfBroken() {
        if (thread.isAlive()) {
            follower.closeIfSilent();
        }
        FirstFailure.throwAsRunFailure(
                follower.failure(),
                cause -> "the stream from " + followed().endpoint().address() + " broke: " + ResumeErrors.text(cause)
                        + requestedStart(cause));
    }

    /** Returns empty for failures other than a refused start. */
    private String requestedStart(Throwable cause) {
        boolean isRefused = cause instanceof ServerErrorException error
                && error.code() == ServerErrorException.ER_SOURCE_FATAL
                && follower.gaps().isEmpty();
        return isRefused
                ? "; it was requested from " + (start.gtids() == null ? start.position() : "GTIDs " + start.gtids())
                : "";
    }

    @Override
    public State state() {
        return new State(
                follower.isConnected(),
                follower.connectionId(),
                cpuNanos(),
                follower.gaps(),
                follower.tracker().omittedBytes(),
                follower.tracker().incompleteTransactions(),
                follower.tracker().incident(),
                follower.connectorUse());
    }

    @Override
    public FollowedServer followed() {
        return follower.followed();
    }

    @Override
    public void offerLogEnd(LogEnd end, FollowedServer server) {
        follower.offer(end, server);
    }

    @Override
    public boolean hasRead(String gtids) {
        return follower.hasRead(gtids);
    }

    private long cpuNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return -1;
        }
        long currentNanos = threads.getThreadCpuTime(thread.getId());
        if (currentNanos >= 0) {
            cpuNanos = currentNanos;
        }
        return cpuNanos; // the last known value if the thread has ended
    }

    @Override
    public void pause() {
        follower.pause();
    }

    @Override
    public void resume() {
        follower.resume();
    }

    @Override
    public void close() {
        cpuNanos();
        follower.close();
        while (!Threads.await(thread, CLOSE_INTERVAL)) {
            follower.close(); // the reader may have reconnected meanwhile, or be connecting again
        }
        follower.failIfTapFailed();
    }
}
