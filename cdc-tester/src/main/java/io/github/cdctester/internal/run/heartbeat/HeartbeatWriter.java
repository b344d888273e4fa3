// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.heartbeat;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.Backoff;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes heartbeats: a sequence number and the time of the tester's clock. {@link #close()} drops the tables. The delay of a heartbeat
 * includes the server's commit.
 */
public final class HeartbeatWriter implements AutoCloseable {

    /** Time limit of a heartbeat, including a reconnect. */
    public static final Duration TIMEOUT = Defaults.RECONNECT_TIMEOUT.plusSeconds(10);

    private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

    /** Short, because no other client locks the tables. */
    private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(10);

    private static final int STORED_SEND_TIMES = 1 << 12;
    private static final long RECONNECT_PAUSE_MILLIS = 100;

    private final HeartbeatTable table;
    private final Runnable abortConnections;
    private final HeartbeatConnection connection;
    private final String address;
    private final EpochMicrosClock clock = EpochMicrosClock.SYSTEM;
    private final Duration interval;
    private final LoadSpec.IgnoredErrors ignoredErrors;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stateChanged = lock.newCondition();
    private final Thread thread = new Thread(this::beatUntilClosed, "cdc-tester-heartbeat");

    /** Send times by sequence number modulo {@link #STORED_SEND_TIMES}: several minutes at the default interval. */
    private final AtomicLongArray sentMicros = new AtomicLongArray(STORED_SEND_TIMES);

    private long sequence;
    private boolean isRequested;
    private volatile long committedSequence;
    private volatile boolean isClosing;
    private final AtomicLong reconnects = new AtomicLong();
    private volatile @Nullable Throwable failure;

    /** {@code null} if the server did not refuse the current heartbeat. */
    private volatile @Nullable String refusal;

    private volatile @Nullable Throwable dropFailure;

    /** Failure after the call of {@link #close()}. Used by the heartbeat thread only. */
    private @Nullable SQLException closingFailure;

    private HeartbeatWriter(
            HeartbeatTable table, Runnable abortConnections, HeartbeatConnection connection, Plan plan) {
        this.table = table;
        this.abortConnections = abortConnections;
        this.connection = connection;
        address = plan.endpoint().address();
        interval = interval(plan);
        ignoredErrors = plan.ignoredErrors();
        thread.setDaemon(true);
    }

    /**
     * Creates the tables. {@link #start()} starts the heartbeats.
     *
     * @param plan provides the interval, the errors to retry, and the streams
     */
    public static HeartbeatWriter create(
            ConnectionSource connections, Runnable abortConnections, ServerInfo server, String database, Plan plan) {
        HeartbeatConnection.Lanes lanes = HeartbeatConnection.Lanes.of(
                plan.subscriber().streamsShare(), plan.streams().size());
        HeartbeatTable table = new HeartbeatTable(
                database, lanes.tableName(ThreadLocalRandom.current().nextInt()));
        HeartbeatConnection connection = HeartbeatConnection.createTable(
                connections,
                table,
                lanes,
                !server.isMariaDb() && server.compression().equals("ON"));
        return new HeartbeatWriter(table, abortConnections, connection, plan);
    }

    public HeartbeatTable table() {
        return table;
    }

    /** Returns true if compression could not be turned off. */
    public boolean isCompressed() {
        return connection.isCompressed();
    }

    public void start() {
        thread.start();
    }

    /** The next heartbeat has this sequence number or a higher one. */
    public long nextSequence() {
        lock.lock();
        try {
            return sequence + 1;
        } finally {
            lock.unlock();
        }
    }

    public long reconnects() {
        return reconnects.get();
    }

    /** Waits until the heartbeat is committed, after a reconnect if necessary. Returns its sequence number or a later one. */
    public long writeHeartbeat(Duration timeout) {
        lock.lock();
        try {
            long requestedSequence = sequence + 1;
            long remainingNanos = timeout.toNanos();
            while (committedSequence < requestedSequence) {
                failIfBroken();
                if (remainingNanos <= 0) {
                    String reason = refusal;
                    throw new RunFailedException("no heartbeat could be written to " + address + " within "
                            + timeout.toSeconds() + " s; "
                            + (reason == null ? "does the server answer?" : "the server refuses it: " + reason));
                }
                isRequested = true;
                stateChanged.signalAll();
                remainingNanos = stateChanged.awaitNanos(remainingNanos);
            }
            return committedSequence;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while writing a heartbeat to " + address, e);
        } finally {
            lock.unlock();
        }
    }

    private void write(long number) throws SQLException, InterruptedException {
        long brokenSinceNanos = 0;
        Backoff refusalBackoff = new Backoff();
        while (true) {
            try {
                // each attempt sets a new time, because the delay must not include the wait for a connection
                long nowMicros = clock.epochMicros();
                sentMicros.set((int) (number % STORED_SEND_TIMES), nowMicros);
                connection.update(number, nowMicros);
                refusal = null;
                return;
            } catch (SQLException e) {
                boolean mayRetry =
                        e.getErrorCode() == ServerErrors.INTERRUPTED || ignoredErrors.contains(e.getErrorCode());
                boolean isServerAnswering = connection.isAlive();
                if (isClosing || isServerAnswering && !mayRetry) {
                    throw e;
                }
                if (isServerAnswering) {
                    refusal = e.getMessage();
                    connection.rollBack();
                    awaitClosing(refusalBackoff.recordFailure());
                    continue;
                }
                brokenSinceNanos = brokenSinceNanos == 0 ? System.nanoTime() : brokenSinceNanos;
                reconnect(brokenSinceNanos);
            }
        }
    }

    private void reconnect(long brokenSinceNanos) throws SQLException, InterruptedException {
        while (true) {
            try {
                connection.replace();
                reconnects.incrementAndGet();
                return;
            } catch (SQLException e) {
                if (isClosing || System.nanoTime() - brokenSinceNanos > Defaults.RECONNECT_TIMEOUT.toNanos()) {
                    closingFailure = isClosing ? e : null;
                    throw e;
                }
                awaitClosing(TimeUnit.MILLISECONDS.toNanos(RECONNECT_PAUSE_MILLIS));
            }
        }
    }

    /**
     * Never blocks.
     *
     * @return µs since the epoch; {@link Long#MAX_VALUE} if the heartbeat is not committed; the oldest stored time if a later
     *     heartbeat has overwritten this one's
     */
    public long sentMicros(long number) {
        long newest = committedSequence;
        long stored = Math.max(number, newest - STORED_SEND_TIMES + 2);
        return number > newest ? Long.MAX_VALUE : sentMicros.get((int) (stored % STORED_SEND_TIMES));
    }

    public void failIfBroken() {
        FirstFailure.throwAsRunFailure(
                failure, cause -> "writing a heartbeat to " + address + " failed: " + failureText(cause));
    }

    /** The heartbeat thread drops the tables; the wait for this thread has a time limit. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosing = true;
            stateChanged.signalAll();
        } finally {
            lock.unlock();
        }
        if (thread.getState() == Thread.State.NEW) {
            try {
                thread.start();
            } catch (OutOfMemoryError e) { // no thread is available
                drop();
            }
        }
        boolean hasEndedInTime = Threads.await(thread, CLOSING_TIMEOUT);
        boolean hasEnded = hasEndedInTime;
        if (!hasEndedInTime) {
            abortConnections.run();
            hasEnded = Threads.await(thread, CLOSING_TIMEOUT);
        }
        Throwable cause = dropFailure;
        if (!hasEndedInTime || cause != null) {
            String message =
                    "could not drop the heartbeat table; DROP TABLE " + HeartbeatConnection.quoted(table) + ": "
                            + (cause == null || !hasEndedInTime
                                    ? address + " did not answer within " + CLOSING_TIMEOUT.toSeconds() + " s"
                                    : failureText(cause));
            throw hasEnded && !(cause instanceof Error)
                    ? new HeartbeatTableRemainsException(message, cause)
                    : new RunFailedException(message, cause);
        }
    }

    private void beatUntilClosed() {
        try {
            long nextNanos = System.nanoTime();
            while (awaitDue(nextNanos)) {
                long number = sequence;
                write(number);
                lock.lock();
                try {
                    committedSequence = number;
                    stateChanged.signalAll();
                } finally {
                    lock.unlock();
                }
                // after a stall, skips the missed heartbeats, because a burst of late heartbeats would measure nothing
                nextNanos = Math.max(nextNanos + interval.toNanos(), System.nanoTime());
            }
        } catch (Throwable e) { // after any failure, the table must still be dropped
            storeFailureAndAwaitClose(e);
        }
        drop();
    }

    private static String failureText(Throwable cause) {
        return cause instanceof SQLException refused ? ServerErrors.text(refused) : cause.toString();
    }

    /** Returns false if the writer is closing. */
    private boolean awaitDue(long nextNanos) throws InterruptedException {
        lock.lock();
        try {
            long remainingNanos = nextNanos - System.nanoTime();
            while (!isClosing && !isRequested && remainingNanos > 0) {
                remainingNanos = stateChanged.awaitNanos(remainingNanos);
            }
            isRequested = false;
            if (!isClosing) {
                sequence++;
            }
            return !isClosing;
        } finally {
            lock.unlock();
        }
    }

    /** The table is dropped only after {@link #close()}, so the thread waits for this call. */
    private void storeFailureAndAwaitClose(Throwable cause) {
        lock.lock();
        try {
            if (!isClosing) {
                failure = cause;
            }
            stateChanged.signalAll();
            while (!isClosing) {
                stateChanged.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void awaitClosing(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long remainingNanos = nanos;
            while (!isClosing && remainingNanos > 0) {
                remainingNanos = stateChanged.awaitNanos(remainingNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop() {
        try {
            if (closingFailure != null) { // the server was unreachable a moment ago
                throw closingFailure;
            }
            if (!connection.isAlive()) {
                connection.replace();
            }
            connection.dropTable();
        } catch (Throwable e) {
            dropFailure = e;
        }
    }

    /** A short window shortens the default interval, because a p99 needs enough heartbeats. Keeps an explicit interval. */
    public static Duration interval(Plan plan) {
        Duration configuredInterval = plan.subscriber().heartbeatInterval();
        int heartbeats = 150; // a p99 needs 100; the remaining heartbeats may arrive late
        Duration neededInterval = plan.window().measure().dividedBy(heartbeats);
        if (!configuredInterval.equals(Defaults.HEARTBEAT_INTERVAL)
                || neededInterval.isZero()
                || neededInterval.compareTo(configuredInterval) >= 0) {
            return configuredInterval;
        }
        return neededInterval.compareTo(MIN_INTERVAL) < 0 ? MIN_INTERVAL : neededInterval;
    }
}
