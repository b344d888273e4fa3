// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.RunListener;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SslMode;
import io.github.cdctester.config.Sysbench;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.time.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
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

/** Somebody else's traffic: the real sysbench writes, and what it says it committed is what the subscriber counts. */
@Timeout(180)
final class SysbenchTrafficIT {

    private static final int EVENTS = 10_000;

    @TempDir
    private Path directory;

    @Nested
    final class OnEmbeddedMariaDb {
        @Test
        void subscribeCountsWhatSysbenchCommitted() throws Exception {
            try (TestServer server = EmbeddedTestServer.start("--max-binlog-size=1048576")) {
                subscribeCountsTheSame(server);
            }
        }
    }

    @Nested
    @RequiresDocker
    final class OnMySql {
        @Test
        void subscribeCountsWhatSysbenchCommitted() throws Exception {
            try (TestServer server = MySqlTestServer.start("--max-binlog-size=1048576")) {
                subscribeCountsTheSame(server);
            }
        }
    }

    @Nested
    final class Tables {
        @Test
        void oursAndSysbenchsHaveTheSameDefinition() throws Exception {
            assumeTrue(isInstalled(), "sysbench is not installed");
            try (TestServer server = EmbeddedTestServer.start()) {
                sysbench(server, "prepare");
                String theirs = definition(server);
                sysbench(server, "cleanup");
                ourPlan(server).prepare();
                assertThat(definition(server)).isEqualTo(theirs);
                assertThat(server.sysbenchRows(2)).isEqualTo(200);
                sysbench(server, "run", "--events=100", "--time=0");
                assertThat(server.sysbenchRows(2)).isEqualTo(300);
            }
        }

        @Test
        void oursRunsOnTablesThatSysbenchMade() throws Exception {
            assumeTrue(isInstalled(), "sysbench is not installed");
            try (TestServer server = EmbeddedTestServer.start()) {
                sysbench(server, "prepare");
                ourPlan(server)
                        .window(new Window(Duration.ZERO, Duration.ZERO, 100, Duration.ofSeconds(30)))
                        .run();
                assertThat(server.sysbenchRows(2)).isEqualTo(300);
            }
        }

        private PlanBuilder ourPlan(TestServer server) {
            return CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpInsert().tables(2).tableSize(100));
        }

        private String definition(TestServer server) {
            return server.rows("SHOW CREATE TABLE sbtest2").get(0).get(1).replaceAll(" AUTO_INCREMENT=\\d+", "");
        }
    }

    private void subscribeCountsTheSame(TestServer server) throws Exception {
        assumeTrue(isInstalled(), "sysbench is not installed");
        sysbench(server, "prepare");
        CountDownLatch measuring = new CountDownLatch(1);
        StopSignal stop = new StopSignal();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<RunResult> subscription = thread.submit(() -> CdcTester.plan()
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
                    })
                    .run());
            assertThat(measuring.await(30, TimeUnit.SECONDS)).isTrue();
            sysbench(server, "run", "--events=" + EVENTS, "--time=0", "--threads=4");
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
            thread.shutdownNow();
        }
    }

    private void sysbench(TestServer server, String command, String... options)
            throws IOException, InterruptedException {
        Endpoint at = server.endpoint().withSsl(SslMode.DISABLED, null);
        List<String> line = new ArrayList<>(List.of(
                "sysbench",
                "oltp_insert",
                "--mysql-host=" + at.host().replace("localhost", "127.0.0.1"),
                "--mysql-port=" + at.port(),
                "--mysql-db=" + at.database(),
                "--mysql-user=" + at.user(),
                "--mysql-password=" + at.password().reveal(),
                "--tables=2",
                "--table-size=100"));
        line.addAll(List.of(options));
        line.add(command);
        Path output = Files.createTempFile(directory, "sysbench", ".txt");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }

    private static boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder("sysbench", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            System.err.println("SKIPPED: sysbench is not installed");
            return false;
        }
    }
}
