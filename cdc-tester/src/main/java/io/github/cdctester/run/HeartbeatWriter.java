// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.binlog.connection.ServerInfo;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.time.EpochMicrosClock;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.TableMark;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Updates one row of a table of its own at a fixed pace, with a number and the tester's clock in it. The delay that it
 * measures includes what the server needs to commit the row. The table is dropped in the end.
 */
final class HeartbeatWriter implements AutoCloseable {

    private static final int REMEMBERED = 1 << 12;
    private static final long RECONNECT_PAUSE_MILLIS = 100;

    private final HeartbeatTable table;
    private final HeartbeatConnection connection;
    private final String address;
    private final EpochMicrosClock clock;
    private final Duration interval;
    private final boolean compressed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closed = lock.newCondition();
    private final Thread thread = new Thread(this::beatOnAndOn, "cdc-tester-heartbeat");

    /** When the latest ones were sent, by their numbers: enough for minutes at the usual pace. */
    private final AtomicLongArray sentMicros = new AtomicLongArray(REMEMBERED);

    private long sequence;
    private volatile long committed;
    private boolean closing;
    private final AtomicLong reconnects = new AtomicLong();
    private volatile @Nullable SQLException failure;

    private HeartbeatWriter(
            HeartbeatTable table,
            HeartbeatConnection connection,
            String address,
            EpochMicrosClock clock,
            Duration interval,
            boolean compressed) {
        this.table = table;
        this.connection = connection;
        this.address = address;
        this.clock = clock;
        this.interval = interval;
        this.compressed = compressed;
        thread.setDaemon(true);
    }

    /** Creates the table and its row; nothing beats yet. */
    static HeartbeatWriter create(
            ConnectionSource connections,
            String address,
            ServerInfo server,
            String database,
            EpochMicrosClock clock,
            Duration interval) {
        String name = String.format(
                "cdc_tester_heartbeat_%08x", ThreadLocalRandom.current().nextInt());
        HeartbeatTable table = new HeartbeatTable(database, name);
        Connection connection = null;
        boolean compressed;
        boolean mayCompress = !server.isMariaDb() && server.compression().equals("ON");
        try {
            connection = connections.connection();
            try (Statement statement = connection.createStatement()) {
                compressed = mayCompress && !turnCompressionOff(statement);
                statement.execute(
                        "CREATE TABLE " + HeartbeatConnection.quoted(table) + " (id INTEGER NOT NULL PRIMARY KEY,"
                                + " seq BIGINT NOT NULL, sent_micros BIGINT NOT NULL) /*! ENGINE = innodb */"
                                + TableMark.OPTION);
                statement.execute("INSERT INTO " + HeartbeatConnection.quoted(table) + " VALUES (1, 0, 0)");
            }
            return new HeartbeatWriter(
                    table,
                    new HeartbeatConnection(connections, connection, table, mayCompress && !compressed),
                    address,
                    clock,
                    interval,
                    compressed);
        } catch (SQLException e) {
            closeAfter(e, connection);
            throw new RunFailedException(
                    "cannot create the heartbeat table " + database + "." + name + ": " + e.getMessage()
                            + "; grant CREATE, DROP, INSERT and UPDATE there, or use --delay-source event-header",
                    e);
        }
    }

    HeartbeatTable table() {
        return table;
    }

    /** Whether the rows come in compressed transactions, as this user may not turn that off. */
    boolean isCompressed() {
        return compressed;
    }

    void start() {
        thread.start();
    }

    /** The number that the next heartbeat has at least. */
    long nextSequence() {
        lock.lock();
        try {
            return sequence + 1;
        } finally {
            lock.unlock();
        }
    }

    /** How often the connection broke and was replaced. */
    long reconnects() {
        return reconnects.get();
    }

    /** Writes one now, over another connection where one broke, and returns its number once it is committed. */
    long beat() {
        lock.lock();
        try {
            sequence++;
            write();
            committed = sequence;
            return sequence;
        } catch (SQLException e) {
            failure = e;
            throw failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while writing a heartbeat to " + address, e);
        } finally {
            lock.unlock();
        }
    }

    private void write() throws SQLException, InterruptedException {
        long brokenSince = 0;
        while (true) {
            try {
                // a new time with each try: the wait for a connection is no delay of the stream
                long now = clock.epochMicros();
                sentMicros.set((int) (sequence % REMEMBERED), now);
                connection.update(sequence, now);
                return;
            } catch (SQLException e) {
                if (closing || connection.answers()) {
                    throw e;
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
                    throw e;
                }
                closed.await(RECONNECT_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private RunFailedException failed(SQLException e) {
        return new RunFailedException("writing a heartbeat to " + address + " failed: " + e.getMessage(), e);
    }

    /**
     * Tells how long ago the oldest heartbeat was sent that is committed and has not been seen. Does not wait for one that is
     * on its way.
     *
     * @param lastSeen the number of the last one that was seen, or -1
     * @return the age in µs; 0 where all have been seen
     */
    long unseenMicros(long lastSeen) {
        long newest = committed;
        if (lastSeen >= newest) {
            return 0;
        }
        // of those that are forgotten, the oldest that is remembered stands for all
        long oldest = Math.max(Math.max(lastSeen + 1, 1), newest - REMEMBERED + 2);
        return Math.max(0, clock.epochMicros() - sentMicros.get((int) (oldest % REMEMBERED)));
    }

    void failIfBroken() {
        SQLException cause = failure;
        if (cause != null) {
            throw failed(cause);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            closed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
            if (!connection.answers()) {
                connection.replace();
            }
            connection.dropTable();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw new RunFailedException(
                    "could not drop the heartbeat table; DROP TABLE " + HeartbeatConnection.quoted(table) + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private void beatOnAndOn() {
        long next = System.nanoTime();
        lock.lock();
        try {
            while (!closing) {
                beat();
                long nowNanos = System.nanoTime();
                // after a stall the pace goes on from here: a burst would not tell anything
                next = Math.max(next + interval.toNanos(), nowNanos);
                closed.await(next - nowNanos, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RunFailedException e) {
            // kept in failure, which the run looks at every second
            closing = true;
        } finally {
            lock.unlock();
        }
    }

    /** Inside a compressed payload the row can be seen by inflating it only; the variable needs a privilege. */
    private static boolean turnCompressionOff(Statement statement) {
        try {
            statement.execute(HeartbeatConnection.UNCOMPRESSED);
            return true;
        } catch (SQLException e) {
            return false; // refused, or a server that has no such variable: then payloads are inflated
        }
    }

    private static void closeAfter(SQLException failure, @Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
