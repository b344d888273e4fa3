// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Password;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProbeReaderTest {

    @TempDir
    Path directory;

    @Test
    void parsesProbeLines() {
        assertThat(source("SHOW GLOBAL STATUS LIKE 'x'")).isInstanceOf(ProbeSource.Sql.class);
        assertThat(source("cpu of the server")).isEqualTo(ProbeSource.Machine.parse("cpu of the server"));
        assertThat(source("command ./nodes.sh | head -1"))
                .isEqualTo(new ProbeSource.Command(List.of("/bin/sh", "-c", "./nodes.sh | head -1")));
        assertThat(source("http://h:9100/metrics node_load1{a='b c'}")).isInstanceOf(ProbeSource.Prometheus.class);
        assertThat(source("https://h/status /nodes/0/cpu"))
                .isInstanceOfSatisfying(
                        ProbeSource.Json.class,
                        json -> assertThat(json.pointer()).isEqualTo("/nodes/0/cpu"));
        ProbeSpec probeWithKeys = ProbeReader.parseLine("p", "{command: [a, b], every: 5s, unit: ms}");
        assertThat(probeWithKeys.source()).isEqualTo(new ProbeSource.Command(List.of("a", "b")));
        assertThat(probeWithKeys.every()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "heat | probes.p | 'heat' must be SELECT …, SHOW …, http://HOST/… METRIC or /JSON/POINTER, command …,"
                        + " cpu or memory",
                "http://h:9100/metrics | probes.p | needs a metric or a /json/pointer after it",
                "cpu of nobody | probes.p | probes.p: 'cpu of nobody' must be cpu or memory",
                "{sql: SELECT 1, machine: cpu} | probes.p | give one of sql, http, machine, command; given are sql and machine",
                "{machine: cpu, evry: 1s} | probes.p | did you mean every",
                "{machine: cpu, of: dt.men} | probes.p | number of the result such as dt.mean",
                "{machine: cpu, of: dt.mean} | probes.p | the unit '%' does not fit a duration",
                "{http: 'http://h/', json: /a, bearer-token: geheim} | probes.p | give {env: NAME} or {file: PATH}",
                "{http: 'http://h/', json: /a, headers: {X-Api-Key: geheim}} | probes.p | is a secret",
                "{http: 'http://h/', json: /a, bearer-token: {env: CDC_TESTER_NO_SUCH}} | probes.p | no variable"
                        + " 'CDC_TESTER_NO_SUCH'",
                "{command: ls, series-by: node} | probes.p | names its series itself"
            })
    void rejectsInvalidProbes(String line, String property, String reason) {
        assertThatThrownBy(() -> ProbeReader.parseLine("p", line))
                .isInstanceOfSatisfying(
                        InvalidPlanException.class,
                        e -> assertThat(e.property()).isEqualTo(property))
                .hasMessageContaining(reason)
                .message()
                .doesNotContain("geheim");
    }

    @Test
    void readsFileRegardlessOfHeader() throws IOException {
        Path fileWithHeader = Files.writeString(directory.resolve("with.yaml"), "probes:\n  a: {machine: cpu}\n");
        Path fileWithoutHeader =
                Files.writeString(directory.resolve("without.yaml"), "probes: {machine: cpu}\nb: {machine: cpu}\n");
        Path invalidFile = Files.writeString(directory.resolve("wrong.yaml"), "a:\n  machin: cpu\n");

        assertThat(ProbeReader.readFile(fileWithHeader))
                .extracting(ProbeSpec::name)
                .containsExactly("a");
        assertThat(ProbeReader.readFile(fileWithoutHeader))
                .extracting(ProbeSpec::name)
                .containsExactly("probes", "b");
        assertThatThrownBy(() -> ProbeReader.readFile(invalidFile))
                .hasMessageContaining("wrong.yaml:2: a.machin: unknown key");
        assertThatThrownBy(() -> ProbeReader.readFile(directory.resolve("gone.yaml")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void readsExamples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../examples/probes"))) {
            assertThat(files.sorted().map(ProbeReader::readFile))
                    .hasSize(7)
                    .allSatisfy(probes -> assertThat(probes).isNotEmpty());
        }
    }

    @Test
    void readsSecretsFromFilesAndEnvironment() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "geheim\nmore\n");
        ProbeSpec spec = ProbeReader.parseLine(
                "p",
                "{http: 'http://h/', json: /a, bearer-token: {file: '" + file
                        + "'}, headers: {X-Key: {env: PATH}, A: b}}");

        assertThat(((ProbeSource.Json) spec.source()).at().headers())
                .containsEntry("Authorization", Password.of("Bearer geheim"))
                .containsEntry("X-Key", Password.of(System.getenv("PATH").strip()))
                .containsEntry("A", Password.of("b"));
        assertThat(spec.toString()).doesNotContain("geheim").doesNotContain(System.getenv("PATH"));
    }

    @Test
    void mapsProbeToMeasuredValue() {
        assertThat(ProbeReader.parseLine("p", "{command: x, of: bytes-per-second, unit: MB/s}")
                        .comparedMetrics())
                .isEqualTo(Map.of("p", new ResultMetric("cdc.bytesPerSecond", 1e6)));
        assertThat(ProbeReader.parseLine("p", "{command: x, of: {dt: dt.mean, tps: tps}, unit: ms}")
                        .comparedMetrics())
                .isEqualTo(Map.of(
                        "p.dt", new ResultMetric("cdc.delay.meanMillis", 1),
                        "p.tps", new ResultMetric("cdc.transactionsPerSecond", 1)));
        assertThat(ProbeReader.parseLine("p", "{sql: SELECT 1, of: dt.p50, unit: s}")
                        .comparedMetrics())
                .isEqualTo(Map.of("p", new ResultMetric("cdc.delay.p50Millis", 1_000)));
        assertThatThrownBy(() -> ProbeReader.parseLine("p", "{sql: SELECT 1, series-by: n, of: tps}"))
                .hasMessageContaining("given for each series");
    }

    private static ProbeSource source(String line) {
        return ProbeReader.parseLine("p", line).source();
    }
}
