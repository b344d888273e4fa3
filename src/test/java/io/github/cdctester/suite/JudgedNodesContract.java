// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The consumer prints lines. Two worker nodes execute the load. */
@Timeout(180)
abstract class JudgedNodesContract extends ServerContract {

    private static final String SHORT_DRAIN = "--drain-timeout=5";

    private List<WorkerProcess> workers = List.of();
    private Path secret = Path.of("");

    @BeforeAll
    void startWorkers(@TempDir Path directory) {
        secret = WorkerProcess.newSecret(directory);
        workers = WorkerProcess.start(2, directory, secret);
    }

    @AfterAll
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
    }

    private CliCall judge(Path lines, String... options) {
        List<String> command = new ArrayList<>(List.of("judge", "--from-file=" + lines, "--secret-file=" + secret));
        command.add("--workers=" + workers.stream().map(WorkerProcess::address).collect(Collectors.joining(",")));
        command.addAll(List.of("--worker-timeout=120", "--workload=oltp_write_only", "--tables=2", "--table-size=200"));
        command.addAll(List.of("--threads=4", "--rate=200", "--prepare", "--cleanup", "--warmup-time=1", "--time=2"));
        command.addAll(List.of("--assume-ended", "--json"));
        command.addAll(List.of(options));
        if (!command.contains(SHORT_DRAIN)) {
            command.add("--drain-timeout=60");
        }
        return CommandLines.call(server, command.toArray(String[]::new));
    }

    private static String consumersJson(CliCall cli) {
        return cli.out().substring(cli.out().indexOf("\"consumers\" : ["));
    }

    @ParameterizedTest
    @EnumSource(Identity.class)
    void correctConsumerIsLossless(Identity identity, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = FaultyPrintedLines.followWithoutFaults(server, identity, file);
                CliCall cli = judge(file, identity == Identity.ROW ? "--stamp=on" : "--stamp=off")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli))
                    .contains("\"identity\" : \"" + identity + "\"", "\"delivery\" : \"EXACTLY_ONCE\"", "\"stray\" : 0")
                    .containsPattern("\"committed\" : [1-9]");
        }
    }

    @Test
    void storesSamplesOfEachNode(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        Path out = directory.resolve("out");
        try (ConnectorConsumer consumer = FaultyPrintedLines.followWithoutFaults(server, Identity.GTID, file);
                CliCall cli = judge(file, "--out=" + out)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        }
        RunResult result = Results.read(out.resolve("result.json"));
        List<String[]> lines = new ArrayList<>();
        for (String name : List.of("node-01.csv", "node-02.csv")) {
            List<String> csvLines = Files.readAllLines(out.resolve(name));
            assertThat(csvLines.get(0)).isEqualTo("node,load,time,second,metric,from_us,to_us,count");
            csvLines.stream().skip(1).map(line -> line.split(",")).forEach(lines::add);
        }
        assertThat(lines)
                .extracting(cells -> cells[0])
                .containsOnly(workers.stream().map(WorkerProcess::address).toArray(String[]::new));
        assertThat(lines).extracting(cells -> cells[3]).contains("1", "2").doesNotContain("0");
        assertThat(sum(lines, "transactions"))
                .isEqualTo(result.summary().write().transactions());
        assertThat(sum(lines, "startDelay")).isEqualTo(result.summary().write().transactions());
        TreeMap<Long, Long> buckets = new TreeMap<>();
        lines.stream()
                .filter(cells -> cells[4].equals("latency"))
                .forEach(cells -> buckets.merge(Long.valueOf(cells[6]), Long.valueOf(cells[7]), Long::sum));
        long cumulativeCount = 0;
        for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
            cumulativeCount += bucket.getValue();
            if (100 * cumulativeCount >= 99 * sum(lines, "latency")) {
                assertThat(bucket.getKey() / 1_000.0)
                        .isEqualTo(result.summary().write().latency().p99Millis());
                return;
            }
        }
        throw new AssertionError("no latencies in " + out);
    }

    private static long sum(List<String[]> lines, String metric) {
        return lines.stream()
                .filter(cells -> cells[4].equals(metric))
                .mapToLong(cells -> Long.parseLong(cells[7]))
                .sum();
    }

    @Test
    @Nightly
    void detectsLossRepetitionAndReordering(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = FaultyPrintedLines.followWithFaults(server, Identity.GTID, file, 250);
                CliCall cli = judge(file)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli))
                    .contains("\"status\" : \"LOST\"")
                    .containsPattern("\"missing\" : [1-9]")
                    .containsPattern("\"duplicated\" : [1-9]")
                    .containsPattern("\"outOfOrder\" : [1-9]");
        }
    }

    @Test
    void detectsLostRow(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = FaultyPrintedLines.followWithFaults(server, Identity.ROW, file, 700);
                CliCall cli = judge(file, "--stamp=on", SHORT_DRAIN)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli))
                    .contains("\"status\" : \"LOST\"")
                    .containsPattern("\"torn\" : [1-9]")
                    .containsPattern("\"duplicated\" : [1-9]");
        }
    }
}
