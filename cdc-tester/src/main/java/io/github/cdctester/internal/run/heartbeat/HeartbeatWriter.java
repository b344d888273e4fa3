// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.heartbeat;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.Backoff;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.ThreadEnd;
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
 * Updates one row of its own table at a fixed pace, with a number and the tester's clock in it. The delay that it
 * measures includes what the server needs to commit the row. The table is dropped in the end.
 */
public final class HeartbeatWriter implements AutoCloseable {

    /** Time limit of a requested heartbeat: over another connection if one broke. */
    public static final Duration TIMEOUT = Defaults.RECONNECT_TIMEOUT.plusSeconds(10);

    /** Time limit for dropping the table: no other client has a lock on it. */
    private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(10);

    private static final int REMEMBERED = 1 << 12;
    private static final long RECONNECT_PAUSE_MILLIS = 100;

    private final HeartbeatTable table;
    private final Runnable breakOff;
    private final HeartbeatConnection connection;
    private final String address;
    private final EpochMicrosClock clock;
    private final Duration interval;
    private final LoadSpec.IgnoredErrors ignoredErrors;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread = new Thread(this::beatOnAndOn, "cdc-tester-heartbeat");

    /** When the latest ones were sent, by their numbers: enough for minutes at the usual pace. */
    private final AtomicLongArray sentMicros = new AtomicLongArray(REMEMBERED);

    private long sequence;
    private boolean wanted;
    private volatile long committed;
    private volatile boolean closing;
    private final AtomicLong reconnects = new AtomicLong();
    private volatile @Nullable Throwable failure;

    /** Why the server refuses the heartbeat under way; {@code null} if it does not. */
    private volatile @Nullable String refusal;

    private volatile @Nullable Throwable notDropped;

    /** Why the server could not be reached at the end. For the heartbeats' own thread. */
    private @Nullable SQLException away;

    private HeartbeatWriter(
            HeartbeatTable table,
            Runnable breakOff,
            HeartbeatConnection connection,
            String address,
            EpochMicrosClock clock,
            Duration interval,
            LoadSpec.IgnoredErrors ignoredErrors) {
        this.ignoredErrors = ignoredErrors;
        this.table = table;
        this.breakOff = breakOff;
        this.connection = connection;
        this.address = address;
        this.clock = clock;
        this.interval = interval;
        thread.setDaemon(true);
    }

    /**
     * Creates the table and its row; nothing beats yet.
     *
     * @param ignoredErrors codes after which a heartbeat is written again, like the load's transactions
     * @param shared what several streams divide, which all have to get some of it
     */
    public static HeartbeatWriter create(
            ConnectionSource connections,
            Runnable breakOff,
            String address,
            ServerInfo server,
            String database,
            EpochMicrosClock clock,
            Duration interval,
            LoadSpec.IgnoredErrors ignoredErrors,
            Sharing shared,
            int streams) {
        HeartbeatConnection.Lanes lanes = HeartbeatConnection.Lanes.of(shared, streams);
        HeartbeatTable table = new HeartbeatTable(
                database, lanes.name(ThreadLocalRandom.current().nextInt()));
        HeartbeatConnection connection = HeartbeatConnection.createTable(
                connections,
                table,
                lanes,
                !server.isMariaDb() && server.compression().equals("ON"));
        return new HeartbeatWriter(table, breakOff, connection, address, clock, interval, ignoredErrors);
    }

    public HeartbeatTable table() {
        return table;
    }

    /** Returns true if the rows come in compressed transactions, as this user may not turn that off. */
    public boolean isCompressed() {
        return connection.isCompressed();
    }

    public void start() {
        thread.start();
    }

    /** The number that the next heartbeat has at least. */
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

    /** Writes a heartbeat now, over another connection if the current one is broken. */
    public long beat(Duration timeout) {
        lock.lock();
        try {
            long next = sequence + 1;
            long left = timeout.toNanos();
            while (committed < next) {
                failIfBroken();
                if (left <= 0) {
                    String why = refusal;
                    throw new RunFailedException("no heartbeat could be written to " + address + " within "
                            + timeout.toSeconds() + " s; "
                            + (why == null ? "does the server answer?" : "the server refuses it: " + why));
                }
                wanted = true;
                changed.signalAll();
                left = changed.awaitNanos(left);
            }
            return committed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while writing a heartbeat to " + address, e);
        } finally {
            lock.unlock();
        }
    }

    private void write(long number) throws SQLException, InterruptedException {
        long brokenSince = 0;
        Backoff refusals = new Backoff();
        while (true) {
            try {
                // a new time with each try: the wait for a connection is no delay of the stream
                long now = clock.epochMicros();
                sentMicros.set((int) (number % REMEMBERED), now);
                connection.update(number, now);
                refusal = null;
                return;
            } catch (SQLException e) {
                boolean retried =
                        e.getErrorCode() == ServerErrors.INTERRUPTED || ignoredErrors.contains(e.getErrorCode());
                boolean answers = connection.answers();
                if (closing || answers && !retried) {
                    throw e;
                }
                if (answers) {
                    refusal = e.getMessage();
                    connection.rollBack();
                    awaitClosing(refusals.failed());
                    continue;
                }
                brokenSince = brokenSince == 0 ? System.nanoTime() : brokenSince;
                reconnect(brokenSince);
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
                if (closing || System.nanoTime() - brokenSinceNanos > Defaults.RECONNECT_TIMEOUT.toNanos()) {
                    away = closing ? e : null;
                    throw e;
                }
                awaitClosing(TimeUnit.MILLISECONDS.toNanos(RECONNECT_PAUSE_MILLIS));
            }
        }
    }

    /**
     * Returns the age of the oldest committed heartbeat that has not been seen. Does not wait for a heartbeat that is being
     * written.
     *
     * @return the age in µs; 0 if all have been seen
     */
    public long unseenMicros(long lastSeen) {
        long newest = committed;
        if (lastSeen >= newest) {
            return 0;
        }
        // dropped heartbeats are represented by the oldest remaining one
        long oldest = Math.max(Math.max(lastSeen + 1, 1), newest - REMEMBERED + 2);
        return Math.max(0, clock.epochMicros() - sentMicros.get((int) (oldest % REMEMBERED)));
    }

    public void failIfBroken() {
        FirstFailure.failBy(failure, cause -> "writing a heartbeat to " + address + " failed: " + text(cause));
    }

    /**
     * Ends the heartbeats and drops their table. Their own thread does both; it is never interrupted, and waited for with a limit.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (thread.getState() == Thread.State.NEW) {
            try {
                thread.start();
            } catch (OutOfMemoryError e) { // no thread can be had
                drop();
            }
        }
        boolean inTime = ThreadEnd.await(thread, CLOSING_TIMEOUT);
        if (!inTime) {
            breakOff.run();
            ThreadEnd.await(thread, CLOSING_TIMEOUT);
        }
        Throwable cause = notDropped;
        if (!inTime || cause != null) {
            throw new RunFailedException(
                    "could not drop the heartbeat table; DROP TABLE " + HeartbeatConnection.quoted(table) + ": "
                            + (cause == null || !inTime
                                    ? address + " did not answer within " + CLOSING_TIMEOUT.toSeconds() + " s"
                                    : text(cause)),
                    cause);
        }
    }

    private void beatOnAndOn() {
        try {
            long next = System.nanoTime();
            while (awaitTurn(next)) {
                long number = sequence;
                write(number);
                lock.lock();
                try {
                    committed = number;
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
                // after a stall the pace restarts here: a burst would give no information
                next = Math.max(next + interval.toNanos(), System.nanoTime());
            }
        } catch (Throwable e) { // whosever fault it is, the table has to go
            keepUntilClosed(e);
        }
        drop();
    }

    /** Returns the server's message; for other failures also their type. */
    private static String text(Throwable cause) {
        return cause instanceof SQLException refused ? ServerErrors.text(refused) : cause.toString();
    }

    /** Waits until the next one is due or requested; returns false at the end. */
    private boolean awaitTurn(long nextNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nextNanos - System.nanoTime();
            while (!closing && !wanted && left > 0) {
                left = changed.awaitNanos(left);
            }
            wanted = false;
            if (!closing) {
                sequence++;
            }
            return !closing;
        } finally {
            lock.unlock();
        }
    }

    /** Kept for the run, which looks at it every second; the table is dropped in the end. */
    private void keepUntilClosed(Throwable cause) {
        lock.lock();
        try {
            if (!closing) {
                failure = cause;
            }
            changed.signalAll();
            while (!closing) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void awaitClosing(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!closing && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop() {
        try {
            if (away != null) { // a moment ago
                throw away;
            }
            if (!connection.answers()) {
                connection.replace();
            }
            connection.dropTable();
        } catch (Throwable e) {
            notDropped = e;
        }
    }
}
