// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConsumerJvm;
import io.github.cdctester.suite.process.LosingConsumer;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks consumers that are configured in files. The run starts and stops their processes. */
@Timeout(120)
final class EmbeddedConsumerFilesIT extends ServerContract {

    private static final String[] LOAD = {
        "--workload=oltp_write_only", "--tables=2", "--table-size=200", "--threads=2", "--rate=200", "--time=2"
    };

    private static final String[] SMALL_LOAD = {
        "--workload=oltp_insert", "--tables=1", "--table-size=100", "--threads=1"
    };

    @TempDir
    private Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @AfterEach
    void assertNoProcessLeft() {
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("LosingConsumer")))
                .isEmpty();
    }

    /** The map has no closing brace. The consumer prints GTIDs, and stops after a statement that contains {@code lastStatement}. */
    private static String consumerYaml(String serverId, String lastStatement) {
        return "{command: [%s, '', '%s'], settings: {SERVER_ID: %s}, "
                        .formatted(
                                ConsumerJvm.quoted(", ", LosingConsumer.class, "-Xmx64m", "-Dserver-id=${SERVER_ID}"),
                                lastStatement,
                                serverId)
                + "format: gtid, ready: {line: Connected to}";
    }

    private Path consumerFile(String name, String serverId) throws IOException {
        return Files.writeString(
                directory.resolve(name + ".yaml"), consumerYaml(serverId, "no such statement") + "}\n");
    }

    /** The consumer reports one transaction that is not part of the run, and exits with code 4. */
    private Path endingConsumerFile() throws IOException {
        return Files.writeString(directory.resolve("ending.yaml"), "{command: 'echo 0-1-1; exit 4', format: gtid}");
    }

    private CliCall run(String... options) {
        return call("run", LOAD, options);
    }

    private CliCall call(String command, String[] load, String... options) {
        List<String> line = new ArrayList<>(List.of(command, "--prepare", "--cleanup", "--json"));
        line.addAll(List.of(load));
        line.addAll(List.of(options));
        if (line.stream().noneMatch(option -> option.startsWith("--drain-timeout"))) {
            line.add("--drain-timeout=60");
        }
        return CommandLines.call(server, line.toArray(String[]::new));
    }

    @Test
    void judgesTwoConsumersInEachRun() throws IOException {
        Path firstFile = consumerFile("first", "77301");
        Path secondFile = consumerFile("second", "77302");
        for (int i = 0; i < 2; i++) {
            try (CliCall cli = run("--consumer=" + firstFile, "--consumer=" + secondFile)) {
                assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
                String consumers = cli.out().substring(cli.out().indexOf("\"consumers\" :"));
                assertThat(consumers).contains("\"name\" : \"first\"", "\"name\" : \"second\"");
                assertThat(consumers.split("\"delivery\" : \"EXACTLY_ONCE\"", -1))
                        .hasSize(3);
                assertThat(cli.err()).contains("reads the lines of first from the command ");
            }
        }
    }

    @Test
    void passesEndOfBinlogToConsumers() throws IOException {
        Path outputFile = directory.resolve("place");
        Path consumer = Files.writeString(
                directory.resolve("place.yaml"),
                "{command: 'echo $CDC_TESTER_GTIDS $CDC_TESTER_LOG_FILE $CDC_TESTER_LOG_POSITION > " + outputFile
                        + "; exec sleep 600'}");
        List<String> statusBefore = server.queryRows("SHOW MASTER STATUS").get(0);
        try (CliCall cli = run("--consumer=" + consumer, "--drain-timeout=1")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
        }
        String[] position = Files.readString(outputFile).strip().split(" ");
        assertThat(position[0]).matches("0-\\d+-\\d+.*");
        assertThat(position[1]).isEqualTo(statusBefore.get(0));
        assertThat(Long.parseLong(position[2])).isGreaterThanOrEqualTo(Long.parseLong(statusBefore.get(1)));
    }

    @Test
    void failsBeforeLoadIfConsumerIsNotReady() throws IOException {
        Path brokenConsumer = Files.writeString(
                directory.resolve("broken.yaml"), "{command: 'echo no config >&2; exit 4', ready: {line: go}}");
        try (CliCall cli = run("--consumer=" + consumerFile("first", "77301"), "--consumer=" + brokenConsumer)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertThat(cli.err()).contains("ended before it was ready, with code 4: no config");
        }
        assertThat(server.queryRows("SHOW TABLES LIKE 'sbtest%'")).isEmpty();
    }

    @Test
    void failsIfConsumerLosesTransactions() throws IOException {
        Path lossyConsumer = endingConsumerFile();
        try (CliCall cli = run("--consumer=" + lossyConsumer)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.err()).contains("ended before the run did, with code 4");
        }
    }

    /** Each trial starts the consumer again. */
    @Test
    void failsExperimentIfConsumerLosesTransactions() throws IOException {
        Path lossyConsumer = endingConsumerFile();
        try (CliCall cli = call("sweep", SMALL_LOAD, "--rate=50,100", "--time=1", "--consumer=" + lossyConsumer)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out().split("\"name\" : \"ending\"", -1)).hasSize(3);
        }
        Path matrix = Files.writeString(directory.resolve("matrix.yaml"), """
                prepare: {workload: oltp_insert, tables: 1, table-size: 100}
                cleanup: true
                consumers: [ending.yaml]
                matrix:
                  baseline: base
                  settings: {base: , other: }
                  threads: [1]
                  workloads: [oltp_insert]
                  repeats: 1
                  time: 1s
                  warm-up: 0s
                  settle-timeout: 0s
                """);
        try (CliCall cli =
                CommandLines.call(server, "plan", matrix.toString(), "--json", "--out=" + directory.resolve("out"))) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("of consumer ending: LOST");
        }
    }

    /** The run reads a pipe to which its own command writes. */
    @Test
    void readsPipeAgainInEachTrial() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        String command = "[sh, -c, 'exec \"$@\" > \"$0\"', '" + pipe + "', ";
        Path consumer = Files.writeString(
                directory.resolve("piped.yaml"),
                consumerYaml("77304", "no such statement").replaceFirst("\\[", Matcher.quoteReplacement(command))
                        + ", file: '" + pipe + "'}\n");
        try (CliCall cli = call("sweep", SMALL_LOAD, "--rate=50,100", "--time=1", "--consumer=" + consumer)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out().split("\"delivery\" : \"EXACTLY_ONCE\"", -1)).hasSize(3);
        }
    }

    @Test
    @Nightly
    void failsSearchIfConsumerLosesTransactions() throws IOException {
        Path lossyConsumer = endingConsumerFile();
        try (CliCall cli = call(
                "find-max",
                SMALL_LOAD,
                "--rate=1",
                "--limit=delay.p50<9s",
                "--time=5",
                "--warmup-time=0",
                "--steps=4",
                "--consumer=" + lossyConsumer)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("of consumer ending: LOST");
        }
    }

    @Test
    void judgesConsumersOfPlan() throws IOException {
        consumerFile("first", "77301");
        Path thirdFile = consumerFile("third", "77303");
        Path plan = Files.writeString(
                directory.resolve("plan.yaml"), """
                prepare: {workload: oltp_insert, tables: 1, table-size: 100, threads: 2}
                cleanup: true
                consumers:
                  - first.yaml
                  - %s, name: second}
                phases:
                  - loads:
                      main: {threads: 2, rate: 200, time: 2s}
                """.formatted(consumerYaml("77302", "no such statement")));
        try (CliCall cli = CommandLines.call(server, "plan", plan.toString(), "--json")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out().split("\"delivery\" : \"EXACTLY_ONCE\"", -1)).hasSize(3);
        }
        try (CliCall cli = CommandLines.call(server, "plan", plan.toString(), "--json", "--consumer=" + thirdFile)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out().split("\"delivery\" : \"EXACTLY_ONCE\"", -1)).hasSize(4);
        }
        try (CliCall cli =
                CommandLines.call(server, "plan", plan.toString(), "--consumer=" + directory.resolve("first.yaml"))) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--consumer: 'first', must be a name that no other consumer has");
        }
        try (CliCall cli =
                CommandLines.call(server, "plan", plan.toString(), "--fail-if=consumers.thrid.delay.p99 > 1s")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("must be about one of the consumers first, second");
        }
    }
}
