// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.loop.NativeClient;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the counts of native connections with the contents of the tables. */
@Timeout(120)
final class EmbeddedNativeWriterIT extends ServerContract {

    private static final int ROWS = 10_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private WriteMeter meter;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void createTable() {
        meter = new WriteMeter(List.of("pair"), true);
        server.execute(
                "CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB",
                "INSERT INTO pairs SELECT seq, 0 FROM seq_0_to_" + (ROWS - 1));
    }

    @AfterEach
    void assertNoConnectionsOrThreadsLeft() {
        server.execute("DROP TABLE pairs");
        Eventually.assertThat(TIMEOUT, this::connections, open -> open == 0);
        Eventually.assertThat(
                TIMEOUT,
                () -> Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.matches("cdc-tester-(loop|timer|connector)-.*"))
                        .toList(),
                List::isEmpty);
    }

    @ParameterizedTest
    @EnumSource(Arrivals.class)
    void pausedOpenLoopCountsEachTransaction(Arrivals arrivals) throws InterruptedException {
        long scheduled = 0;
        try (LoadDriver load = load(LoadSpec.openLoop(8, Rate.perSecond(500), arrivals))) {
            load.start();
            for (int round = 1; round <= 3; round++) {
                load.open();
                int minTransactions = 150 * round;
                Eventually.assertThat(TIMEOUT, this::transactions, count -> count >= minTransactions);
                assertThat(load.pause(Long.MAX_VALUE)).isTrue();
                assertThat(load.failure()).isEmpty();
                long now = System.nanoTime();
                scheduled += load.scheduledStarts(now) - load.waitingStarts(now).count();
                assertThat(updatedRows()).isEqualTo(2 * transactions());
            }
            assertThat(transactions())
                    .as("starts between the end of a pause and the clock reading may or may not count")
                    .isBetween(scheduled - 9, scheduled + 9);
            assertThat(load.stop(Duration.ofSeconds(10))).isTrue();
        }
        assertThat(updatedRows()).isEqualTo(2 * transactions());
    }

    @Test
    void stopsAtLimit() throws InterruptedException {
        try (LoadDriver load = load(LoadSpec.closedLoop(16))) {
            load.limitTo(1_000);
            load.start();
            load.open();
            assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(transactions()).isEqualTo(1_000);
        assertThat(updatedRows()).isEqualTo(2_000);
    }

    @Test
    void stopFinishesTransactions() throws InterruptedException {
        try (LoadDriver load = load(LoadSpec.closedLoop(16))) {
            load.start();
            load.open();
            Eventually.assertThat(TIMEOUT, this::transactions, count -> count >= 500);
            assertThat(load.stop(Duration.ofSeconds(30))).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(updatedRows()).isEqualTo(2 * transactions());
        assertThat(meter.counts().get(Metric.UNKNOWN_OUTCOMES)).isZero();
    }

    /** A COMMIT without a response may have been executed. */
    @Test
    void closeReportsUnknownOutcomes() throws InterruptedException {
        try (LoadDriver load = load(LoadSpec.closedLoop(16))) {
            load.start();
            load.open();
            Eventually.assertThat(TIMEOUT, this::transactions, count -> count >= 500);
        }
        Eventually.assertThat(TIMEOUT, this::connections, open -> open == 0);
        long maxTransactions = transactions() + meter.counts().get(Metric.UNKNOWN_OUTCOMES);
        assertThat(updatedRows()).isBetween(2 * transactions(), 2 * maxTransactions);
    }

    @Test
    @Nightly
    void writesOverThousandConnections() throws InterruptedException {
        long limitBefore = server.queryNumber("SELECT @@GLOBAL.max_connections");
        server.execute("SET GLOBAL max_connections = 1100");
        try (LoadDriver load = load(LoadSpec.closedLoop(1_000))) {
            load.limitTo(20_000);
            load.start();
            assertThat(connections()).isEqualTo(1_000);
            load.open();
            assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(100))).isTrue();
            assertThat(load.failure()).isEmpty();
        } finally {
            server.execute("SET GLOBAL max_connections = " + limitBefore);
        }
        assertThat(transactions()).isEqualTo(20_000);
        assertThat(updatedRows()).isEqualTo(40_000);
    }

    /** Like JDBC drivers, the native client has no time limit for metadata locks at its start. */
    @Test
    @Nightly
    void waitsForMetadataLockBeforeStart() throws Exception {
        Thread alterThread = new Thread(() -> server.execute("ALTER TABLE pairs FORCE"));
        try (LoadDriver load = load(LoadSpec.closedLoop(2))) {
            load.limitTo(100);
            Thread startThread = new Thread(() -> start(load));
            try (Connection otherConnection = server.connect();
                    Statement statement = otherConnection.createStatement()) {
                otherConnection.setAutoCommit(false);
                statement.execute("SELECT COUNT(*) FROM pairs");
                alterThread.start();
                awaitLockWait("Query", 0);
                startThread.start();
                awaitLockWait("Prepare", Defaults.CONNECT_TIMEOUT.toSeconds() + 1);
            }
            alterThread.join();
            startThread.join();
            load.open();
            assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(updatedRows()).isEqualTo(200);
    }

    private void awaitLockWait(String command, long seconds) {
        String query = "SELECT COUNT(*) FROM information_schema.processlist WHERE state LIKE '%metadata lock%'"
                + " AND command = '" + command + "' AND time >= " + seconds;
        Eventually.assertThat(TIMEOUT, () -> server.queryNumber(query), count -> count > 0);
    }

    private static void start(LoadDriver load) {
        try {
            load.start();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private LoadDriver load(LoadSpec spec) {
        return new LoadDriver(
                NativeClient.open(server.endpoint(), new PairUpdates(ROWS), null),
                spec,
                LoadSpec.IgnoredErrors.DEFAULT,
                meter,
                NanoClock.SYSTEM,
                0,
                LoadShare.ALL);
    }

    private long transactions() {
        return meter.counts().get(Metric.WRITE_TRANSACTIONS);
    }

    private long updatedRows() {
        return server.queryNumber("SELECT SUM(n) FROM pairs");
    }

    /** Excludes the connection of this query. */
    private long connections() {
        return server.queryNumber("SELECT COUNT(*) FROM information_schema.processlist"
                + " WHERE command <> 'Daemon' AND id <> CONNECTION_ID()");
    }
}
