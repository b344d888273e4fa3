// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
final class EmbeddedConsumerCostIT extends ServerContract {

    private static final String LOAD =
            "--workload=oltp_write_only --tables=2 --table-size=200 --threads=2 --rate=200 --stamp=on --prepare"
                    + " --cleanup --warmup-time=1 --time=2 --json";

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    private CliCall judge(String... options) {
        String[] load = LOAD.split(" ");
        String[] line = new String[1 + options.length + load.length];
        line[0] = "judge";
        System.arraycopy(options, 0, line, 1, options.length);
        System.arraycopy(load, 0, line, 1 + options.length, load.length);
        return CommandLines.call(server, line);
    }

    private static JsonNode cost(CliCall cli) {
        return JsonMapper.shared().readTree(cli.out()).at("/consumers/0/cost");
    }

    private ConnectorConsumer startConsumer(Path file) throws IOException {
        Files.writeString(file, "");
        return ReportPrinter.follow(
                server, Identity.ROW, line -> Files.writeString(file, line + "\n", StandardOpenOption.APPEND));
    }

    @Test
    void showsCostOfStartedCommand(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        // a child of the command uses CPU time until the run ends
        String command = "(while sleep 0.02; do :; done) & exec tail -n +1 -f '" + file + "'";
        try (ConnectorConsumer consumer = startConsumer(file);
                CliCall cli = judge(
                        "--from-command=" + command,
                        "--fail-if=consumers.consumer.cost.cpuSecondsPerMillionChanges>1000000000",
                        "--fail-if=consumers.consumer.cost.peakResidentBytes>100GB")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            JsonNode cost = cost(cli);
            assertThat(cost.path("cpuSeconds").doubleValue()).isPositive();
            assertThat(cost.path("startupCpuSeconds").doubleValue()).isPositive();
            assertThat(cost.path("cpuSecondsPerMillionChanges").doubleValue())
                    .as("%s", cost)
                    .isPositive();
            assertThat(cost.path("cpuSecondsPerGigabyte").doubleValue()).isPositive();
            assertThat(cost.path("peakResidentBytes").longValue()).isGreaterThan(500_000);
            assertThat(cost.path("receivedBytes").isNull()).isTrue();
            assertThat(cost.path("seconds")).isNotEmpty();
        }
    }

    @Test
    void costIsUnknownIfConsumerWritesFile(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = startConsumer(file);
                CliCall cli = judge("--from-file=" + file)) {
            assertThat(consumer).isNotNull();
            assertThat(cost(cli).isNull()).as(cli.out() + cli.err()).isTrue();
        }
    }

    @Test
    void showsCostOfEachConfiguredConsumer(@TempDir Path directory) throws IOException {
        String keys = "{command: 'while sleep 0.05; do :; done', format: gtid, stop-timeout: 0s";
        Path first = Files.writeString(directory.resolve("first.yaml"), keys + "}");
        Path second = Files.writeString(directory.resolve("second.yaml"), keys + "}");
        Path boxed = Files.writeString(directory.resolve("boxed.yaml"), keys + ", container: cdc-tester-none}");
        try (CliCall cli =
                judge("--consumer=" + first, "--consumer=" + second, "--consumer=" + boxed, "--drain-timeout=1")) {
            JsonNode consumers = JsonMapper.shared().readTree(cli.out()).at("/consumers");
            assertThat(consumers.at("/0/cost/cpuSeconds").doubleValue())
                    .as(cli.err())
                    .isPositive();
            assertThat(consumers.at("/1/cost/peakResidentBytes").longValue()).isGreaterThan(500_000);
            assertThat(consumers.at("/2/cost").isNull()).isTrue();
            assertThat(cli.err()).contains("the cost of boxed is unknown: ");
        }
    }

    @Test
    void rejectsInvalidContainerName(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("one.yaml"), "{command: sleep 9, container: ../etc}");
        try (CliCall cli = judge("--consumer=" + file)) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("container: '../etc' must be the name or id of a Docker container");
        }
    }
}
