// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Limits that fail a run affect the exit code, the table, the JSON result and the library. */
@Timeout(120)
final class FailIfIT {

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.sharedWithEmptyLog();
        CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(100))
                .prepare();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void listsEachBrokenLimitAndExitsWith3() {
        try (CliCall cli = run(
                "--json",
                "--events=50",
                "--fail-if=write.transactions<50",
                "--fail-if=write.transactions>49",
                "--fail-if=verdict=BEHIND",
                "--fail-if=cdc.bytes > 1 B",
                "--fail-if=delayEndToEnd.p99>1h")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            JsonNode checks = RoundTripChecks.json(cli.out()).get("checks");
            assertThat(checks).hasSize(5);
            assertCheck(checks.get(0), "write.transactions<50", true);
            assertCheck(checks.get(1), "write.transactions>49", false);
            assertCheck(checks.get(2), "verdict=BEHIND", true);
            assertCheck(checks.get(3), "cdc.bytes > 1 B", false);
            assertCheck(checks.get(4), "delayEndToEnd.p99>1h", false);
            assertThat(checks.get(1).get("actual").asDouble()).isEqualTo(50);
            assertThat(checks.get(2).get("actual").isNull()).isTrue();
            assertThat(checks.get(4).get("actual").isNull()).isTrue();
        }
    }

    @Test
    void tableListsEachBrokenLimit() {
        try (CliCall cli = run(
                "--events=50",
                "--fail-if=write.transactions>49",
                "--fail-if=delayEndToEnd.p99>1h",
                "--fail-if=TPS<0")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            assertThat(cli.out().lines().map(String::strip))
                    .anyMatch(line -> line.matches("checks +1 of 3 held"))
                    .anyMatch(line -> line.matches("failed +write.transactions>49: write.transactions is 50"))
                    .anyMatch(line -> line.startsWith("failed") && line.contains("delayEndToEnd.p99>1h:"));
            assertThat(cli.out().replaceAll("\\s+", " "))
                    .contains("cdc.delayEndToEnd.p99Millis is not known: it was not measured");
        }
    }

    @Test
    void exitsWith0IfLimitsPass() {
        try (CliCall cli = run("--events=50", "--fail-if=DT.p99>1h", "--fail-if=errors>0")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out()).contains("2 of 2 held");
        }
    }

    @Test
    void appliesToSubscribeAndDrain() {
        try (CliCall subscribe = CommandLines.call(
                        server, "subscribe", "--time=0.5", "--fail-if=TPS<1000/s", "--fail-if=gaps>0");
                CliProcess drain =
                        CommandLines.start(directory, server, "drain", "--from=earliest", "--fail-if=transactions>1")) {
            assertThat(subscribe.exitCode()).as(subscribe.err()).isEqualTo(3);
            assertThat(subscribe.out()).contains("1 of 2 held");
            assertThat(drain.exitCode()).as(drain.err()).isEqualTo(3);
            assertThat(drain.out()).contains("failed     transactions>1: cdc.transactions is ");
        }
    }

    @Test
    void libraryReportsBrokenAndPassedLimits() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(100))
                .window(new Window(Duration.ZERO, Duration.ZERO, 10, Duration.ofSeconds(30)))
                .failIf("write.transactions>=10")
                .failIf("write.transactions>=11"));
        assertThat(result.checks())
                .containsExactly(
                        new Check("write.transactions>=10", 10.0, false, "write.transactions is 10"),
                        new Check("write.transactions>=11", 10.0, true, "write.transactions is 10"));
        assertThatThrownBy(() -> RoundTripChecks.drain(CdcTester.plan()
                        .endpoint(server.endpoint())
                        .subscriber(SubscriberSpec.DEFAULT.from(StartPosition.parse("earliest")))
                        .failIf("errors>0")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("writes nothing");
    }

    private static CliCall run(String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "run";
        arguments[1] = "--table-size=100";
        arguments[2] = "--time=0";
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CommandLines.call(server, arguments);
    }

    private static void assertCheck(JsonNode check, String expression, boolean isHeld) {
        assertThat(check.get("expression").asString()).isEqualTo(expression);
        assertThat(check.get("held").asBoolean()).as(expression).isEqualTo(isHeld);
    }
}
