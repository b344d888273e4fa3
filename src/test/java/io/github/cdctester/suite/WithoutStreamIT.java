// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The servers have no binlog. */
@Timeout(120)
final class WithoutStreamIT {

    private static EmbeddedTestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        server = EmbeddedTestServer.start("--skip-log-bin");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void measuresWriteSideWithoutReplicationPrivilege() throws IOException {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        RunResult result = run(createWriter(server), meters);

        assertThat(result.summary().cdc()).isNull();
        assertThat(result.summary().write().transactions()).isEqualTo(50);
        assertThat(result.summary().write().queriesPerSecond())
                .isCloseTo(20 * result.summary().write().transactionsPerSecond(), within(0.001));
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).isEqualTo("no stream was followed");
        assertThat(result.verdict().observed()).isNull();
        assertThat(result.notes()).extracting(Note::code).contains(Note.Code.STREAM_OFF);
        assertThat(result.server().logBin()).isEqualTo("OFF");
        assertThat(result.samples())
                .allSatisfy(sample -> assertThat(sample.cdc()).isNull());
        assertThat(meters.getMeters())
                .extracting(meter -> meter.getId().getName())
                .contains("write.transactions", "write.queries")
                .noneMatch(name -> name.startsWith("cdc.") && !name.equals("cdc.phase"));
        Results.write(result, directory);
        RunResult storedResult = Results.read(directory.resolve("result.json"));
        assertThat(Results.json(storedResult)).isEqualTo(Results.json(result));
        assertThat(Files.readAllLines(directory.resolve("samples.csv")).get(0))
                .contains("write.queriesPerSecond")
                .doesNotContain("cdc");
        assertThat(directory.resolve("report.html"))
                .content()
                .contains("write QPS")
                .doesNotContain("DT p99");
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private static RunResult run(Endpoint endpoint, SimpleMeterRegistry meters) {
        return CdcTester.plan()
                .endpoint(endpoint)
                .workload(Sysbench.oltpReadWrite().tableSize(100))
                .load(LoadSpec.openLoop(2, Rate.perSecond(50)))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(10), 50, Duration.ofSeconds(10)))
                .withoutStream()
                .meterRegistry(meters)
                .prepareFirst()
                .cleanupAfter()
                .run();
    }

    /** The account has privileges only on its schema. */
    private static Endpoint createWriter(TestServer server) {
        server.execute(
                "CREATE USER IF NOT EXISTS 'writer'@'%' IDENTIFIED BY 'w'",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO 'writer'@'%'");
        Endpoint endpoint = server.endpoint();
        return Endpoint.of(endpoint.host(), endpoint.port(), endpoint.database(), "writer", Password.of("w"));
    }

    @Test
    void sweepHasNoStreamColumns() {
        try (CliCall cli = CommandLines.call(
                server,
                "sweep",
                "--stream=off",
                "--workload=oltp_insert",
                "--table-size=10",
                "--threads=1,2",
                "--events=20",
                "--time=5",
                "--prepare",
                "--cleanup")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("No stream was followed", "QPS", "written TPS", "lat p99 ms", "queries/s at most")
                    .doesNotContain("DT", "BPS", "EPS", "settle", "catch-up", "limited by");
        }
    }

    @Test
    void planFileTurnsStreamOff() throws IOException {
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
                stream: off
                prepare: {workload: oltp_write_only, table-size: 10}
                cleanup: true
                phases:
                  - loads: {main: {workload: oltp_write_only, table-size: 10, threads: 1, events: 20, time: 10s}}
                fail-if: [loads.main.latency.p99 > 1h]
                """);
        try (CliCall cli = CommandLines.call(server, "plan", plan.toString())) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("Phases", "QPS", "stream     off: the write side only")
                    .doesNotContain("DT p", "BPS");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    run      | --fail-if=delay.p99>1s    | --fail-if: 'delay.p99>1s', must be about the write side
                    run      | --fail-if=verdict!=LOST   | --fail-if: 'verdict!=LOST', must be about the write side
                    run      | --row-counting=exact      | --row-counting: exact, must be left out if stream is off
                    run      | --verify=counts           | --verify: counts, must be left out if stream is off
                    run      | --streams=2               | --streams: 2, must be left out if stream is off
                    run      | --delay-source=heartbeat  | --delay-source: HEARTBEAT, must be left out if stream is off
                    run      | --replay                  | --replay: on, must be left out if stream is off
                    run      | --inject=at 1s: rotate    | --inject: at 1s: rotate, must be left out if stream is off
                    find-max | --limit=delay.p99<1s      | --limit: 'delay.p99<1s', must be about the write side
                    sweep    | --threads=1,2 --until=delay.p99>1s | --until: 'delay.p99>1s', must be about the write side
                    subscribe| --time=1                  | --stream: off, must be on if nothing is written
                    judge    | --from-file=/dev/null     | --consumer: consumer, must be left out if stream is off
                    """)
    void rejectsStreamOptions(String command, String options, String message) {
        List<String> arguments = new ArrayList<>(List.of(command, "--stream=off"));
        arguments.addAll(List.of(options.split(" (?=--)")));
        try (CliCall cli = CommandLines.call(server, arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: " + message);
            assertThat(cli.errLines().get(1)).isEqualTo("try 'cdc-tester " + command + " --help'");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Nested
    @Nightly
    @RequiresDocker
    final class OnMySql {

        @Test
        void measuresWriteSideWithoutReplicationPrivilege() {
            try (TestServer serverWithoutLog = MySqlTestServer.start("--skip-log-bin", "--gtid-mode=OFF")) {
                RunResult result = run(createWriter(serverWithoutLog), new SimpleMeterRegistry());

                assertThat(result.summary().cdc()).isNull();
                assertThat(result.summary().write().transactions()).isEqualTo(50);
                assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
            }
        }
    }
}
