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
