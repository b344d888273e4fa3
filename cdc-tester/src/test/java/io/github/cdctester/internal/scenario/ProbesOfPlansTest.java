// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbesOfPlansTest {

    @Test
    void readsServerAndAccountOfProbe(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("pw"), "geheim\nx\n");
        List<ProbeSpec> probes =
                ScenarioReader.read("plan.yaml", """
                    probes:
                      here: {sql: SELECT 1}
                      node: {sql: SELECT 1, url: "jdbc:mysql://node1:3307/"}
                      own: {sql: SELECT 1, url: "jdbc:mysql://node2/app?sslMode=REQUIRED", user: mon, password-file: %s}
                    phases: [{observe: 1s}]
                    """.formatted(file)).probes();

        assertThat(probes.get(0).at()).isEmpty();
        assertThat(probes.get(1).at()).contains(Endpoint.of("jdbc:mysql://node1:3307/", "", ""));
        assertThat(probes.get(2).at())
                .contains(Endpoint.of("jdbc:mysql://node2/app?sslMode=REQUIRED", "mon", "geheim"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes, series: count, at-least: 3              | nodes.count is at least 3",
                "nodes, series: count, above: 1, unchanged-for: 1s, within: 2 | nodes.count is above 1 and unchanged within 2",
                "nodes, series: a, at-least: 3s                 | nodes.a is at least 3000 ms",
                "log, above: 10MB/s                             | log is above 10 MB/s",
                "log, above: 10kB, unchanged-for: 1s, within: 1MiB/s | log is above 10000 B/s and unchanged within 1.049 MB/s",
                "wait, below: 5ms/s                             | wait is below 5 ms/s",
                "queries, above: 7                              | queries is above 7",
                "link, above: 8000000                           | link is above 8000000 b/s",
                "disk, above: 8MB/s                             | disk is above 8 MB/s",
            })
    void conditionUsesUnitOfSeries(String condition, String text) {
        PlannedPhase.Observe phase = (PlannedPhase.Observe)
                readWithProbes(condition).scenario().phases().get(0);
        assertThat(phase.until().map(Object::toString).orElseThrow()).contains(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes, series: count, at-least: 3ms | '3ms' must be a number in the unit of the values, none",
                "log, above: 10ms | '10ms' must be a number in the unit of the values, bytes/s",
                "log, above: 10Mb/s | '10Mb/s' must be a number in the unit of the values, bytes/s",
                "wait, below: 5ms | '5ms' must be a number in the unit of the values, ms/s",
                "link, above: 8MB/s | '8MB/s' must be a number in the unit of the values, b/s",
            })
    void conditionRejectsUnitOfOtherSeries(String condition, String message) {
        assertThatThrownBy(() -> readWithProbes(condition))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(message);
    }

    private static ScenarioFile readWithProbes(String condition) {
        return ScenarioReader.read("plan.yaml", """
            probes:
              nodes: {sql: SELECT 1, series-by: node, unit: ms}
              log: {sql: SELECT 1, rate: true, unit: bytes}
              wait: {sql: SELECT 1, rate: true, unit: ms}
              queries: {sql: SELECT 1, rate: true}
              link: {sql: SELECT 1, unit: b/s}
              disk: {sql: SELECT 1, unit: B/s}
            phases: [{observe: 9s, until: {probe: %s}}]
            """.formatted(condition));
    }

    @Test
    void countsConnectionsToServerOfRun() {
        ScenarioFile file = ScenarioReader.read("plan.yaml", """
            probes:
              here: {sql: SELECT 1}
              same: {sql: SELECT 1, url: "jdbc:mysql://db:3306/sbtest"}
              node: {sql: SELECT 1, url: "jdbc:mysql://node1:3307/"}
            phases: [{observe: 1s}]
            """);
        RunSettings settings = RunSettings.of(
                RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                new TablePolicy(false, false, false, false),
                new RunListener() {},
                new StopSignal());
        assertThat(ScenarioRun.of(file, settings).probeConnections()).isEqualTo(2);
    }

    @Test
    void readsProbeFilesRelativeToPlan(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("more.yaml"), "there: {sql: SELECT 2}\n");
        Path plan = Files.writeString(
                directory.resolve("plan.yaml"),
                "probes: {here: {sql: SELECT 1}}\nprobe-files: more.yaml\n"
                        + "phases: [{observe: 9s, until: {probe: there, above: 1}}]\n");

        assertThat(ScenarioReader.read(plan, List.of(), Map.of()).probes())
                .extracting(ProbeSpec::name)
                .containsExactly("here", "there");
    }

    @Test
    void errorNamesInvalidProbeFile(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("more.yaml"), "here: {sql: SELECT 2, evry: 1s}\n");
        Files.writeString(directory.resolve("twice.yaml"), "here: {sql: SELECT 2}\n");
        String plan = "probes: {here: {sql: SELECT 1}}\nphases: [{observe: 1s}]\nprobe-files: [%s]\n";

        assertThatThrownBy(() -> read(directory, plan.formatted("none.yaml")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("plan.yaml:3: probe-files[1]: 'none.yaml' does not exist;"
                        + " give a path that starts at the plan's directory");
        assertThatThrownBy(() -> read(directory, plan.formatted("more.yaml")))
                .hasMessage("more.yaml:1: here.evry: unknown key; did you mean every?");
        assertThatThrownBy(() -> read(directory, plan.formatted("twice.yaml"))).hasMessageContaining("here");
    }

    private static ScenarioFile read(Path directory, String plan) throws IOException {
        return ScenarioReader.read(Files.writeString(directory.resolve("plan.yaml"), plan), List.of(), Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://mon:geheim@node1/",
                "jdbc:mysql://node1/?user=mon&password=geheim",
                "jdbc:mysql://node1/?trustCertificateKeyStorePassword=geheim",
                "mysql://mon:geheim@node1/"
            })
    void rejectsPasswordInUrlWithoutPrintingIt(String url) {
        assertThatThrownBy(() -> ScenarioReader.read(
                        "plan.yaml",
                        "phases: [{observe: 1s}]\nprobes:\n  x:\n    sql: SELECT 1\n    url: \"" + url + "\"\n"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("plan.yaml:5: probes.x.url: ")
                .message()
                .doesNotContain("geheim");
    }
}
