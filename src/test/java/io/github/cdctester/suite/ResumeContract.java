// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks streams whose connection is cut repeatedly, at random moments. */
@Timeout(120)
abstract class ResumeContract {

    private static final long SEED = 20261121;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    abstract TestServer start();

    abstract String gtidsStatement();

    abstract String resetStatement();

    @Test
    void countsEachTransactionOnce() throws Exception {
        try (TestServer server = start()) {
            AtomicBoolean isRunning = new AtomicBoolean(true);
            ExecutorService killerExecutor = Executors.newSingleThreadExecutor();
            try {
                Future<Integer> kills = killerExecutor.submit(() -> killDumps(server, isRunning));
                RunResult result = RoundTripChecks.run(CdcTester.plan()
                        .endpoint(server.endpoint())
                        .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                        .load(openLoop(4, perSecond(1_000)))
                        .window(new Window(Duration.ZERO, Duration.ofSeconds(4), 0, Duration.ofSeconds(30)))
                        .prepareFirst()
                        .listener(new RunListener() {
                            @Override
                            public void sample(SampleRow sample) {
                                if (sample.second() == 3) {
                                    isRunning.set(false);
                                }
                            }
                        }));
                isRunning.set(false);

                CdcSummary cdc = result.summary().cdc();
                assertThat(kills.get(60, TimeUnit.SECONDS)).isGreaterThan(2);
                assertThat(cdc.gaps()).isNotEmpty().allMatch(gap -> gap.attempts() > 0);
                assertThat(cdc.transactions() - cdc.heartbeats().transactions())
                        .isEqualTo(result.summary().write().transactions());
                assertThat(cdc.bytes())
                        .isEqualTo(server.bytesBetween(
                                cdc.from().file(),
                                cdc.from().position(),
                                cdc.to().file(),
                                cdc.to().position()));
                assertThat(cdc.incompleteTransactions()).isZero();
                assertThat(cdc.omittedBytes()).isZero();
                assertThat(result.notes()).extracting(Note::code).contains(Code.STREAM_BROKE);
                assertThat(result.verdict().status())
                        .as(result.verdict().reason())
                        .isEqualTo(Verdict.Status.LOSSLESS);
            } finally {
                isRunning.set(false);
                killerExecutor.shutdownNow();
            }
        }
    }

    @Test
    void breakInWarmUpIsNoGapOfMeasuredPart() throws SQLException {
        try (TestServer server = start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            AtomicInteger kills = new AtomicInteger();
            RunResult result = RoundTripChecks.run(CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpInsert().tableSize(100))
                    .load(openLoop(2, perSecond(200)))
                    .window(new Window(Duration.ofSeconds(4), Duration.ofSeconds(2), 0, Duration.ofSeconds(30)))
                    .prepareFirst()
                    .listener(new RunListener() {
                        @Override
                        public void sample(SampleRow sample) {
                            try {
                                kills.addAndGet(sample.second() == 1 ? killDumps(statement) : 0);
                            } catch (SQLException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    }));
            assertThat(kills.get()).isOne();
            assertThat(result.summary().cdc().gaps()).isEmpty();
            assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.STREAM_BROKE);
            assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Verdict.Status.LOSSLESS);
        }
    }

    @Test
    void firstDisconnectEndsRunIfConfigured() throws SQLException {
        try (TestServer server = start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            PlanBuilder plan = CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpInsert().tableSize(100))
                    .load(openLoop(2, perSecond(200)))
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(30)))
                    .subscriber(SubscriberSpec.DEFAULT.resumeTimeout(Duration.ZERO))
                    .prepareFirst()
                    .listener(new RunListener() {
                        @Override
                        public void sample(SampleRow sample) {
                            try {
                                killDumps(statement);
                            } catch (SQLException e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    });
            assertThatThrownBy(plan::run)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining(server.endpoint().address())
                    .hasMessageContaining("; no attempt to reconnect was made");
        }
    }

    /** With GTIDs alone, the server would start the resumed dump in the new file, and omit the events before its first transaction. */
    @Test
    void countsEventsBetweenFilesAfterGtidStart() throws Exception {
        try (TestServer server = start();
                FaultProxy proxy = FaultProxy.to("127.0.0.1", server.endpoint().port())) {
            server.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            String gtids = server.queryRows(gtidsStatement()).get(0).get(0);
            Endpoint endpoint =
                    server.endpoint().withAddress(proxy.host(), proxy.port()).withSsl(SslMode.DISABLED, null);
            SubscriberSpec subscriber = SubscriberSpec.DEFAULT.from(StartPosition.parse(gtids));
            try (MeasuredStream stream = MeasuredStream.start(endpoint, subscriber)) {
                server.execute("INSERT INTO t VALUES (2)", "INSERT INTO t VALUES (3)");
                Eventually.assertThat(TIMEOUT, stream::transactions, count -> count == 2);
                executeWhileDisconnected(proxy, server, "FLUSH BINARY LOGS");
                server.execute("INSERT INTO t VALUES (4)");
                Eventually.assertThat(TIMEOUT, stream::transactions, count -> count == 3);
                executeWhileDisconnected(
                        proxy, server, "INSERT INTO t VALUES (5)", "FLUSH BINARY LOGS", "FLUSH BINARY LOGS");
                Eventually.assertThat(TIMEOUT, stream::transactions, count -> count == 4);

                long positionAtStop = binlogEnd(server);
                RunResult result = stream.stop();
                CdcSummary cdc = result.summary().cdc();
                assertThat(cdc.gaps()).hasSize(2);
                assertThat(cdc.transactions()).isEqualTo(4);
                assertThat(cdc.bytes())
                        .isEqualTo(server.bytesBetween(
                                cdc.from().file(),
                                cdc.from().position(),
                                cdc.to().file(),
                                cdc.to().position()));
                assertThat(cdc.omittedBytes()).isZero();
                assertThat(server.queryRows(server.logStatusStatement()).get(0))
                        .startsWith(cdc.to().file());
                // MariaDB writes the Binlog_checkpoint of a file at any time, even after the stop
                assertThat(cdc.to().position()).isBetween(positionAtStop, binlogEnd(server));
                assertThat(result.verdict().status())
                        .as(result.verdict().reason())
                        .isEqualTo(Verdict.Status.LOSSLESS);
            }
        }
    }

    @Test
    void resetBinlogEndsRun() throws Exception {
        try (TestServer server = start();
                FaultProxy proxy = FaultProxy.to("127.0.0.1", server.endpoint().port())) {
            server.execute(resetStatement(), "CREATE TABLE t (id INT PRIMARY KEY)");
            Endpoint endpoint =
                    server.endpoint().withAddress(proxy.host(), proxy.port()).withSsl(SslMode.DISABLED, null);
            try (MeasuredStream stream = MeasuredStream.start(endpoint, SubscriberSpec.DEFAULT)) {
                server.execute("INSERT INTO t VALUES (1)");
                Eventually.assertThat(TIMEOUT, stream::transactions, count -> count == 1);
                // a file is identified by its creation time in seconds, so the log is reset in a later second
                long second = server.queryNumber("SELECT UNIX_TIMESTAMP()");
                Eventually.assertThat(
                        TIMEOUT, () -> server.queryNumber("SELECT UNIX_TIMESTAMP()"), now -> now > second);
                proxy.refuse(true);
                proxy.cut();
                server.execute(resetStatement());
                for (int i = 100; i < 200; i++) {
                    server.execute("INSERT INTO t VALUES (" + i + ")");
                }
                proxy.refuse(false);
                assertThat(stream.awaitFailure())
                        .isInstanceOf(RunFailedException.class)
                        .hasMessageContaining("the log was recreated");
            }
        }
    }

    private static long binlogEnd(TestServer server) {
        return Long.parseLong(
                server.queryRows(server.logStatusStatement()).get(0).get(1));
    }

    private static void executeWhileDisconnected(FaultProxy proxy, TestServer server, String... statements) {
        proxy.refuse(true);
        proxy.cut();
        server.execute(statements);
        proxy.refuse(false);
    }

    private static int killDumps(TestServer server, AtomicBoolean isRunning) throws SQLException {
        Random random = new Random(SEED);
        int killCount = 0;
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            while (isRunning.get()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50 + random.nextInt(300)));
                killCount += killDumps(statement);
            }
        }
        return killCount;
    }

    private static int killDumps(Statement statement) throws SQLException {
        List<Long> dumps = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'")) {
            while (rows.next()) {
                dumps.add(rows.getLong(1));
            }
        }
        int killCount = 0;
        for (long dump : dumps) {
            killCount += kill(statement, dump);
        }
        return killCount;
    }

    private static int kill(Statement statement, long id) throws SQLException {
        try {
            statement.execute("KILL " + id);
            return 1;
        } catch (SQLException e) {
            if (e.getErrorCode() != 1094) { // the thread has ended meanwhile
                throw e;
            }
            return 0;
        }
    }
}
