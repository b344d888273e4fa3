// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.suite.server.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that write transactions independently of cdc-tester, and reconnect. A transaction counts as committed if its rows are in the
 * table.
 */
public final class LedgerWriters implements AutoCloseable {

    public static final String TABLE = "ledger";

    private static final long RETRY_NANOS = 20_000_000;
    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    public record Count(long transactions, long rows) {
        public Count minus(Count earlier) {
            return new Count(transactions - earlier.transactions, rows - earlier.rows);
        }
    }

    private final List<Thread> threads = new ArrayList<>();
    private final TestServer server;
    private volatile boolean isRunning = true;

    private LedgerWriters(TestServer server) {
        this.server = server;
    }

    public static void createTable(TestServer server) {
        server.execute("CREATE TABLE " + TABLE + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, trx BIGINT NOT NULL, pad"
                + " VARCHAR(600) NOT NULL) ENGINE=InnoDB");
    }

    public static LedgerWriters start(TestServer server, int threads, long seed) {
        LedgerWriters writers = new LedgerWriters(server);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < threads; i++) {
            SplittableRandom threadRandom = random.split();
            Thread thread = new Thread(() -> writers.write(threadRandom), "ledger-writer-" + i);
            thread.setDaemon(true);
            writers.threads.add(thread);
            thread.start();
        }
        return writers;
    }

    public static Count count(TestServer server) {
        List<String> row = server.queryRows("SELECT COUNT(DISTINCT trx), COUNT(*) FROM " + TABLE)
                .get(0);
        return new Count(Long.parseLong(row.get(0)), Long.parseLong(row.get(1)));
    }

    @Override
    public void close() {
        isRunning = false;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void write(SplittableRandom random) {
        while (isRunning) {
            try (Connection connection = server.connect();
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO " + TABLE + " (trx, pad) VALUES (?, ?), (?, ?)")) {
                connection.setAutoCommit(false);
                while (isRunning) {
                    long number = LAST_NUMBER.incrementAndGet();
                    for (int statements = random.nextInt(1, 4); statements > 0; statements--) {
                        String pad = "x".repeat(random.nextInt(600));
                        insert.setLong(1, number);
                        insert.setString(2, pad);
                        insert.setLong(3, number);
                        insert.setString(4, pad);
                        insert.executeUpdate();
                    }
                    connection.commit();
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(10_000)));
                }
            } catch (SQLException e) {
                LockSupport.parkNanos(RETRY_NANOS); // the server is down, and will be restarted
            }
        }
    }
}
