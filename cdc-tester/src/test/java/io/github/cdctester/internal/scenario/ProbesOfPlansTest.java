// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbesOfPlansTest {

    @Test
    void aProbeMayAskAServerOfItsOwn(@TempDir Path directory) throws IOException {
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
    @ValueSource(
            strings = {
                "jdbc:mysql://mon:geheim@node1/",
                "jdbc:mysql://node1/?user=mon&password=geheim",
                "jdbc:mysql://node1/?trustCertificateKeyStorePassword=geheim",
                "mysql://mon:geheim@node1/"
            })
    void aPasswordInAUrlIsRefusedAndNotRepeated(String url) {
        assertThatThrownBy(() -> ScenarioReader.read(
                        "plan.yaml",
                        "phases: [{observe: 1s}]\nprobes:\n  x:\n    sql: SELECT 1\n    url: \"" + url + "\"\n"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("plan.yaml:5: probes.x.url: ")
                .message()
                .doesNotContain("geheim");
    }
}
