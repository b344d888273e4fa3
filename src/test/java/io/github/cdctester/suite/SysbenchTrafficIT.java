// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.SysbenchProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Nightly
@Timeout(180)
final class SysbenchTrafficIT {

    private static final int EVENTS = 10_000;

    @TempDir
    private Path directory;

    @Nested
    final class OnEmbeddedMariaDb {
        @Test
        void subscriberCountsCommitsOfSysbench() throws Exception {
            try (TestServer server = EmbeddedTestServer.shared("max_binlog_size=1048576")) {
                assertSubscriberCountsCommits(server);
            }
        }
    }

    @Nested
    @RequiresDocker
    final class OnMySql {
        @Test
        void subscriberCountsCommitsOfSysbench() throws Exception {
            try (TestServer server = MySqlTestServer.shared("max_binlog_size=1048576")) {
                assertSubscriberCountsCommits(server);
            }
        }
    }

    @Nested
    final class OnTheCommandLine {
        @Test
        void acceptsSysbenchOptions() {
            try (TestServer server = EmbeddedTestServer.shared();
                    CliProcess cli = CommandLines.start(
                            directory,
                            server,
                            "run",
                            "--prepare",
                            "--cleanup",
                            "--workload=oltp_write_only",
                            "--tables=3",
                            "--table_size=50",
                            "--index_updates=2",
                            "--skip_trx=on",
                            "--db_ps_mode=disable",
                            "--rand_type=pareto",
                            "--rand_pareto_h=0.3",
                            "--reconnect=4",
                            "--events=20",
                            "--json")) {
                assertThat(cli.exitCode()).as(cli.err()).isZero();
                String json = cli.out().replaceAll("\\s", "");
                assertThat(json)
                        .contains("\"workload\":\"oltp_write_only\"")
                        .contains("\"indexUpdates\":2,\"nonIndexUpdates\":1,\"deleteInserts\":1")
                        .contains("\"randType\":\"pareto\"")
                        .contains("\"randParetoH\":0.3")
                        .contains("\"dbPsMode\":\"disable\",\"skipTrx\":true,\"reconnect\":4")
                        .contains("\"reads\":0,\"writes\":100,\"other\":0")
                        // with skip_trx, each statement is its own transaction; no other client writes
                        .doesNotContain("OTHERS_WROTE", "otherclientsalsowrote");
                assertThat(server.queryRows("SHOW TABLES")).isEmpty();
            }
        }
    }

    private void assertSubscriberCountsCommits(TestServer server) throws Exception {
        SysbenchProcess.assumeInstalled();
        sysbench(server, "prepare");
        CountDownLatch measuring = new CountDownLatch(1);
        StopSignal stop = new StopSignal();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<RunResult> subscription = executor.submit(() -> RoundTripChecks.run(CdcTester.plan()
                    .endpoint(server.endpoint())
                    .window(new Window(Duration.ZERO, Duration.ZERO, 0, Duration.ofSeconds(30)))
                    .stopSignal(stop)
                    .listener(new RunListener() {
                        @Override
                        public void step(String step) {
                            if (step.equals("measuring")) {
                                measuring.countDown();
                            }
                        }
                    })));
            assertThat(measuring.await(30, TimeUnit.SECONDS)).isTrue();
            sysbench(server, "run", "--events=" + EVENTS, "--threads=4");
            stop.raise();

            CdcSummary cdc = subscription.get(30, TimeUnit.SECONDS).summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(EVENTS);
            assertThat(cdc.eventsByKind().get("XID")).isEqualTo(EVENTS);
            assertThat(cdc.bytes())
                    .isEqualTo(server.bytesBetween(
                            cdc.from().file(),
                            cdc.from().position(),
                            cdc.to().file(),
                            cdc.to().position()));
            assertThat(server.sysbenchRows(2)).isEqualTo(2 * 100 + EVENTS);
        } finally {
            executor.shutdownNow();
        }
    }

    private void sysbench(TestServer server, String command, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--tables=2", "--table-size=100"));
        arguments.addAll(List.of(options));
        SysbenchProcess.run(directory, server, "oltp_insert", command, arguments);
    }
}
