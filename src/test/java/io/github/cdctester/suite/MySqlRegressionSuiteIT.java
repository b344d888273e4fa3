// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.MavenProject;
import io.github.cdctester.suite.server.KafkaBroker;
import io.github.cdctester.suite.server.RequiresDocker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the example of a regression suite passes with the commands of its documentation page. The Kafka broker is a local process, so
 * this test needs no broker image.
 */
@RequiresDocker
@Timeout(900)
final class MySqlRegressionSuiteIT {

    private static final Path PAGE = Path.of("docs", "regression-suite.md");
    private static final String EXAMPLE = "examples/08-regression-suite";
    private static final String MAVEN_COMMAND = "mvn -f " + EXAMPLE + "/pom.xml test";

    @TempDir
    private Path directory;

    @Test
    void passesOnPullRequests() throws Exception {
        assertThat(commands().get(0)).isEqualTo(MAVEN_COMMAND);
        run(MAVEN_COMMAND, 1, 1);
    }

    @Test
    @Nightly
    void addsNightlyRunsToBaseline() throws Exception {
        String command = commands().get(1);
        assertThat(command).startsWith(MAVEN_COMMAND).contains("-Dcdctester.updateBaselines=nightly");
        run(command, 2, 2);
        assertThat(directory.resolve("example/src/test/baselines.json"))
                .content()
                .contains("consumers.debezium.delay.p50Millis")
                .containsPattern("(?s)\"test\":.*\"test\":");
    }

    private static List<String> commands() throws IOException {
        return CodeBlock.of(PAGE, "sh").stream()
                .flatMap(block -> block.text().lines())
                .toList();
    }

    private void run(String command, int buildCount, int testCount) throws IOException, InterruptedException {
        Path kafka = Files.createDirectory(directory.resolve("kafka"));
        Path example = Files.createDirectory(directory.resolve("example"));
        List<String> options = List.of(command.substring(MAVEN_COMMAND.length()).split(" "));
        try (KafkaBroker broker = KafkaBroker.start(kafka)) {
            MavenProject project = MavenProject.copyOf(CodeBlock.CHECKOUT.resolve(EXAMPLE), example)
                    .environment("KAFKA_BOOTSTRAP_SERVERS", broker.address());
            for (int i = 0; i < buildCount; i++) {
                MavenProject.BuildResult build = project.test(
                        options.stream().filter(option -> !option.isEmpty()).toArray(String[]::new));
                assertThat(build.exitCode()).as(build.output()).isZero();
                assertThat(build.output()).contains("Tests run: " + testCount + ", Failures: 0, Errors: 0, Skipped: 0");
            }
        }
    }
}
