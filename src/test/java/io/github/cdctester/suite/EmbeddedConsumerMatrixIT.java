// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConsumerJvm;
import io.github.cdctester.suite.process.LosingConsumer;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(240)
final class EmbeddedConsumerMatrixIT extends ServerContract {

    @TempDir
    private Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    /**
     * {@code whole} reports all transactions, and its shell keeps {@code HOG} bytes in memory. {@code silent} reports no transaction of the
     * run.
     */
    private Path plan() throws IOException {
        String followCommand = ConsumerJvm.quoted(" ", LosingConsumer.class, "-Xmx64m", "-Dserver-id=77401")
                + " \"\" \"no such statement\"";
        return Files.writeString(directory.resolve("matrix.yaml"), """
                prepare: {workload: oltp_insert, table-size: 50}
                cleanup: true
                drain-timeout: 20s
                consumers:
                  - name: whole
                    command: 'text=$(head -c $HOG /dev/zero | tr "\\0" x); %s; echo ${#text} >&2'
                    settings: {HOG: 0}
                    format: gtid
                    ready: {line: Connected to}
                  - {name: silent, command: 'echo 0-1-1; exit 0', format: gtid}
                  - {name: unused, command: 'exit 9', ready: {line: never}}
                matrix:
                  rates: [100]
                  threads: 2
                  workloads: [oltp_insert]
                  options: {tables: [1, 3]}
                  consumers: {whole: {HOG: [0, 40000000]}, silent: }
                  repeats: 2
                  time: 1s
                  warm-up: 0s
                  settle-timeout: 0s
                fail-if: ['consumers.whole.verdict!=LOSSLESS']
                """.formatted(followCommand));
    }

    private static List<String> texts(JsonNode list, String pointer) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(element -> element.at(pointer).asString())
                .toList();
    }

    @Test
    void runsOneConsumerPerCellAndComparesThem() throws IOException {
        String out = directory.resolve("out").toString();
        try (CliCall cli = CommandLines.call(server, "plan", plan().toString(), "--json", "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            JsonNode matrix = JsonMapper.shared().readTree(cli.out());
            List<String> firstOrder = List.of("whole HOG=0", "whole HOG=40000000", "silent");
            List<String> secondOrder = List.of("whole HOG=40000000", "silent", "whole HOG=0");
            List<String> order = texts(matrix.path("cells"), "/consumer");
            assertThat(order.subList(0, 6)).isEqualTo(twice(firstOrder));
            assertThat(order.subList(6, 12)).isEqualTo(twice(secondOrder));
            assertThat(texts(matrix.path("cells"), "/trial/status")).containsOnly("DONE");

            for (JsonNode row : matrix.path("table")) {
                boolean isSilent = row.path("consumer").asString().equals("silent");
                assertThat(row.path("consumers")).as("%s", row).hasSize(1);
                JsonNode consumer = row.at("/consumers/0");
                assertThat(consumer.path("name").asString()).isEqualTo(isSilent ? "silent" : "whole");
                assertThat(consumer.at("/verdicts/" + (isSilent ? "LOST" : "LOSSLESS"))
                                .intValue())
                        .as("%s", row)
                        .isEqualTo(2);
                if (!isSilent) {
                    JsonNode values = consumer.path("values");
                    assertThat(values.at("/delay.p99Millis/median").doubleValue())
                            .isPositive();
                    assertThat(values.at("/cost.peakResidentBytes/min").doubleValue())
                            .isGreaterThan(1e6);
                    assertThat(values.at("/cost.cpuCores/median").isNumber()).isTrue();
                }
            }
            assertThat(peakMemory(matrix, "whole HOG=40000000", "min"))
                    .isGreaterThan(peakMemory(matrix, "whole HOG=0", "max") + 2e7);
            assertThat(Files.readString(Path.of(out, "matrix.md")))
                    .contains("whole HOG=40000000", "CPU cores", "peak memory");
            assertThat(Files.readString(Path.of(out, "matrix.csv"))).contains("consumers.whole.cost.cpuCores.median");
        }
        assertThat(server.queryRows("SHOW TABLES LIKE 'sbtest%'")).isEmpty();
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("LosingConsumer")))
                .isEmpty();
    }

    @Test
    @Nightly
    void resumesAfterKill() throws IOException {
        Path out = directory.resolve("out");
        String[] arguments = {"plan", plan().toString(), "--json", "--out=" + out};
        try (CliProcess cli = CommandLines.start(directory, server, arguments)) {
            Eventually.assertThat(Duration.ofSeconds(120), () -> completedCells(out), done -> done.size() >= 2);
            cli.kill().exitCode();
        }
        List<String> completedBeforeKill = completedCells(out);
        assertThat(completedBeforeKill).hasSizeLessThan(12);
        try (CliCall cli = CommandLines.call(server, arguments)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            JsonNode matrix = JsonMapper.shared().readTree(cli.out());
            assertThat(texts(matrix.path("cells"), "/trial/status")).hasSize(12).containsOnly("DONE");
        }
        assertThat(completedCells(out)).hasSize(12).startsWith(completedBeforeKill.toArray(String[]::new));
        assertThat(server.queryRows("SHOW TABLES LIKE 'sbtest%'")).isEmpty();
    }

    private static List<String> completedCells(Path out) {
        try {
            Path journal = out.resolve("matrix.jsonl");
            return Files.exists(journal)
                    ? Files.readAllLines(journal).stream()
                            .filter(line -> line.contains("\"status\":\"DONE\""))
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> twice(List<String> order) {
        return List.of(order.get(0), order.get(1), order.get(2), order.get(0), order.get(1), order.get(2));
    }

    /** The peak memory is in bytes, from the consumer's first table row. */
    private static double peakMemory(JsonNode matrix, String consumer, String statistic) {
        return StreamSupport.stream(matrix.path("table").spliterator(), false)
                .filter(row -> row.path("consumer").asString().equals(consumer))
                .findFirst()
                .orElseThrow()
                .at("/consumers/0/values/cost.peakResidentBytes/" + statistic)
                .doubleValue();
    }
}
