// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.internal.writer.loop.NativeClient;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Timeout(120)
abstract class WriterFaultsContract extends ServerContract {

    private static final int THREADS = 8;
    private static final int ROUNDS = 3;

    @Test
    void nativeRunSurvivesKillOfAllConnections() {
        assertSurvivesKillOfAllConnections(Client.NATIVE);
    }

    @Test
    void jdbcRunSurvivesKillOfAllConnections() {
        assertSurvivesKillOfAllConnections(Client.JDBC);
    }

    /** A commit on a killed connection has an unknown outcome. */
    private void assertSurvivesKillOfAllConnections(Client client) {
        WorkerKiller killer = new WorkerKiller(server, THREADS, ROUNDS);
        PlanBuilder plan = CdcTester.plan()
                .endpoint(server.endpoint().withClient(client))
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(THREADS, perSecond(400))) // leaves CPU time in which workers reconnect before the end
                .subscriber(SubscriberSpec.DEFAULT.delaySource(
                        DelaySource.EVENT_HEADER)) // runs without a heartbeat connection, which could be killed
                .window(new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(30)));
        try {
            RunResult result = RoundTripChecks.run(UntilCondition.runSettings(plan, false, killer)
                    .withMeasured(Optional.of(new UntilCondition("after the kills", killer::hasRecovered))));

            // the killed connections can include an idle connection of the tester's pool for queries
            assertThat(killer.killedCount()).isGreaterThanOrEqualTo(ROUNDS * THREADS);
            assertThat(result.interrupted()).isFalse();
            assertThat(result.summary().write().reconnects())
                    .as("workers may not have noticed the last kills before the end")
                    .isBetween((ROUNDS - 1L) * THREADS, (long) killer.killedCount());
            long committedCount = result.summary().write().transactions();
            long unknownOutcomeCount = result.summary().write().unknownOutcome();
            assertThat(unknownOutcomeCount).isLessThanOrEqualTo(killer.killedCount());
            Verdict verdict = result.verdict();
            assertThat(verdict.unknownOutcome()).isEqualTo(unknownOutcomeCount);
            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(List.of(verdict.missing(), verdict.duplicated(), verdict.outOfOrder()))
                    .containsOnly(0L);
            assertThat(verdict.firstOffender()).isNull();
            assertThat(server.sysbenchRows(1) - 10).isBetween(committedCount, committedCount + unknownOutcomeCount);
            assertThat(verdict.observed()).isEqualTo(server.sysbenchRows(1) - 10);
            assertThat(result.samples())
                    .as("workers write after the last kill")
                    .anyMatch(row -> row.second() > ROUNDS + 1 && row.write().transactions() > 0);
        } finally {
            killer.close();
            plan.cleanup();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void retriesWholeTransactionAfterDeadlock(Client client) throws InterruptedException {
        int rows = 4;
        int transactions = 1_000;
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try {
            for (int row = 0; row < rows; row++) {
                server.execute("INSERT INTO pairs VALUES (" + row + ", 0)");
            }
            WriteMeter meter = new WriteMeter(List.of("pair"), false);
            try (LoadDriver load = load(client, new PairUpdates(rows), closedLoop(THREADS), meter)) {
                load.limitTo(transactions);
                load.start();
                load.open();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(100))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            assertThat(meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(transactions);
            assertThat(meter.counts().errorsPerCode()).containsOnlyKeys(1213);
            assertThat(server.queryNumber("SELECT SUM(n) FROM pairs"))
                    .as("each transaction adds 1 to each of two rows, once")
                    .isEqualTo(2 * transactions);
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void lockWaitTimeoutRollsBackWholeAttempt(Client client) throws InterruptedException {
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try (ExtraConnection lockHolder = new ExtraConnection(server)) {
            server.execute("INSERT INTO pairs VALUES (0, 0)", "INSERT INTO pairs VALUES (1, 0)");
            WriteMeter meter = new WriteMeter(List.of("pair"), false);
            try (LoadDriver load = load(client, PairUpdates.ascendingWithShortLockWaits(), closedLoop(1), meter)) {
                lockHolder.execute("UPDATE pairs SET n = n WHERE id = 1");
                load.limitTo(1);
                load.start();
                load.open();
                Eventually.assertThat(
                        Duration.ofSeconds(60), () -> meter.counts().get(Metric.ERRORS), errors -> errors >= 1);
                lockHolder.rollback();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            assertThat(meter.counts().errorsPerCode()).containsOnlyKeys(1205);
            assertThat(server.queryRows("SELECT id, n FROM pairs ORDER BY id"))
                    .containsExactly(List.of("0", "1"), List.of("1", "1"));
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }

    /** No statement is sent on a closed connection, so no outcome is unknown. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void replacesIdleConnections(Client client) throws InterruptedException {
        int transactions = 5;
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try {
            server.execute("INSERT INTO pairs VALUES (0, 0)", "INSERT INTO pairs VALUES (1, 0)");
            WriteMeter meter = new WriteMeter(List.of("pair"), true);
            try (LoadDriver load =
                    load(client, PairUpdates.withShortIdleTimes(), openLoop(THREADS, perSecond(4)), meter)) {
                load.limitTo(transactions);
                load.start();
                Eventually.assertThat(Duration.ofSeconds(60), this::idleWorkers, idle -> idle == 0);
                load.open();
                Eventually.assertThat(
                        Duration.ofSeconds(60),
                        () -> meter.counts().get(Metric.WRITE_TRANSACTIONS),
                        count -> count == transactions);
                assertThat(load.failure()).isEmpty();
            }
            assertThat(meter.counts().get(Metric.RECONNECTS)).isBetween((long) transactions, 2L * THREADS);
            assertThat(meter.counts().get(Metric.UNKNOWN_OUTCOMES)).isZero();
            assertThat(meter.counts().errorsPerCode()).isEmpty();
            assertThat(server.queryNumber("SELECT SUM(n) FROM pairs")).isEqualTo(2 * transactions);
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }

    /** Latency is measured from the scheduled start. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void stallDelaysAllScheduledTransactions(Client client) throws InterruptedException {
        int rate = 200;
        int waitingStartCount = 300;
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try (ExtraConnection lockHolder = new ExtraConnection(server)) {
            server.execute("INSERT INTO pairs VALUES (0, 0)", "INSERT INTO pairs VALUES (1, 0)");
            WriteMeter meter = new WriteMeter(List.of("pair"), true);
            try (LoadDriver load = load(client, new PairUpdates(2), openLoop(THREADS, perSecond(rate)), meter)) {
                load.start();
                load.open();
                Eventually.assertThat(Duration.ofSeconds(60), () -> transactions(meter), count -> count > 0);
                lockHolder.execute("SELECT n FROM pairs WHERE id = 0 FOR UPDATE");
                Eventually.assertThat(
                        Duration.ofSeconds(60),
                        () -> load.waitingStarts(System.nanoTime()).count(),
                        count -> count >= waitingStartCount);
                long transactionsBefore = transactions(meter);
                lockHolder.rollback();
                Eventually.assertThat(
                        Duration.ofSeconds(60),
                        () -> transactions(meter),
                        count -> count >= transactionsBefore + waitingStartCount);
                assertThat(load.stop(Duration.ofSeconds(60))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            AtomicLong lateStarts = new AtomicLong();
            Distribution latency = meter.takeDurations().latency();
            latency.forEach((micros, count) -> lateStarts.addAndGet(micros > 490_000 ? count : 0));
            assertThat(latency.count()).isEqualTo(transactions(meter));
            assertThat(lateStarts)
                    .as("all waiting starts, except those of the last half second, were at least half a second late")
                    .hasValueGreaterThanOrEqualTo(waitingStartCount - rate / 2 - THREADS);
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }

    /** {@code max_allowed_packet} is lowered after the workload's check. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    @Nightly // the workers try to reconnect for 30 s
    void tooLargePacketEndsLoad(Client client) throws Exception {
        LargeTransactions spec = LargeTransactions.insert().trxBytes(5_000_000);
        PlanBuilder plan = CdcTester.plan().endpoint(server.endpoint()).workload(spec);
        long limitBefore = server.queryNumber("SELECT @@GLOBAL.max_allowed_packet");
        plan.prepare();
        try {
            StatementWorkload workload = (StatementWorkload) Workloads.workloadOf(spec);
            try (Connection connection = server.connect()) {
                workload.check(connection);
            }
            server.execute("SET GLOBAL max_allowed_packet = 65536");
            WriteMeter meter = new WriteMeter(List.of(spec.name()), false);
            try (LoadDriver load = load(client, workload, closedLoop(2), meter)) {
                load.start();
                load.open();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
                assertThat(load.failure())
                        .get()
                        .extracting(Throwable::getMessage)
                        .asString()
                        .contains("max_allowed_packet");
            }
            assertThat(meter.counts().get(Metric.WRITE_TRANSACTIONS)).isZero();
            assertThat(server.queryNumber("SELECT COUNT(*) FROM large_transaction"))
                    .isZero();
        } finally {
            server.execute("SET GLOBAL max_allowed_packet = " + limitBefore);
            plan.cleanup();
        }
    }

    /** The check before a run would prevent that connections reach the limit. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void limitOfPreparedStatementsEndsLoad(Client client) throws InterruptedException {
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        long limitBefore = server.queryNumber("SELECT @@GLOBAL.max_prepared_stmt_count");
        // waits until the server has released the statements of closed connections
        Eventually.assertThat(Duration.ofSeconds(60), this::preparedStatements, inUse -> inUse == 0);
        server.execute("SET GLOBAL max_prepared_stmt_count = 4");
        WriteMeter meter = new WriteMeter(List.of("pair"), false);
        try (LoadDriver load = load(client, new PairUpdates(2), closedLoop(THREADS), meter)) {
            load.start();
            assertThat(load.failure())
                    .get()
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("the server prepares no more statements: ", "raise max_prepared_stmt_count");
        } finally {
            server.execute("SET GLOBAL max_prepared_stmt_count = " + limitBefore, "DROP TABLE pairs");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "CONNECTOR_J"})
    void unsupportedStatementKeepsConnection(JdbcDriver driver) throws SQLException {
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try (ConnectionPool pool = ConnectionPool.open(server.endpoint().withJdbcDriver(driver), false, 1);
                Connection connection = pool.connection();
                Statement statement = connection.createStatement()) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("ALTER TABLE pairs MODIFY n CHAR(4), ALGORITHM = INSTANT"))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
            assertThat(connection.isValid(5)).isTrue();
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }

    private long preparedStatements() {
        return Long.parseLong(server.queryRows("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")
                .get(0)
                .get(1));
    }

    private long idleWorkers() {
        return server.queryNumber("SELECT COUNT(*) FROM information_schema.processlist WHERE command = 'Sleep'");
    }

    private static long transactions(WriteMeter meter) {
        return meter.counts().get(Metric.WRITE_TRANSACTIONS);
    }

    private LoadDriver load(Client client, StatementWorkload workload, LoadSpec spec, WriteMeter meter) {
        Workers.Factory workers = client == Client.NATIVE
                ? NativeClient.open(server.endpoint(), workload, null)
                : LoadDriver.jdbcWorkers(workload, ConnectionPool.open(server.endpoint(), false, spec.threads()));
        return new LoadDriver(workers, spec, LoadSpec.IgnoredErrors.DEFAULT, meter, NanoClock.SYSTEM, 0, LoadShare.ALL);
    }
}
