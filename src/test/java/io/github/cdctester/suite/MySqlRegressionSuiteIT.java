// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.MavenProject;
import io.github.cdctester.suite.server.KafkaBroker;
import io.github.cdctester.suite.server.RequiresDocker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of a regression suite passes as it is, with MySQL in a container and a broker as a process. */
@RequiresDocker
@Timeout(600)
final class MySqlRegressionSuiteIT {

    private static final Path EXAMPLE =
            Path.of("../..").toAbsolutePath().normalize().resolve("examples/08-regression-suite");

    @TempDir
    private Path directory;

    @Test
    void passesOnPullRequests() throws Exception {
        MavenProject.End end = run();
        assertThat(end.exitCode()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
    }

    @Test
    @Nightly
    void addsNightToBaseline() throws Exception {
        MavenProject.End end = run("-DexcludedGroups=", "-Dcdctester.updateBaselines=nightly");
        assertThat(end.exitCode()).as(end.printed()).isZero();
        assertThat(end.printed()).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
        assertThat(directory.resolve("example/src/test/baselines.json"))
                .content()
                .contains("debezium to kafka, 200 tx/s", "consumers.debezium.delay.p95Millis");
    }

    private MavenProject.End run(String... options) throws IOException, InterruptedException {
        Path kafka = Files.createDirectory(directory.resolve("kafka"));
        Path example = Files.createDirectory(directory.resolve("example"));
        try (KafkaBroker broker = KafkaBroker.start(kafka)) {
            return MavenProject.copyOf(EXAMPLE, example)
                    .environment("KAFKA_BOOTSTRAP_SERVERS", broker.address())
                    .test(options);
        }
    }
}
