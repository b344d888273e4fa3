// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans of published consumer benchmarks are valid and name their source. Streaming plans have small variants. */
final class PublishedPlansTest {

    private static final Path PLANS = Path.of("../../examples/published");

    /** The files are a consumer and workloads. */
    private static final List<String> OTHER_FILES = List.of("pipeline.yaml", "ycsb.yaml", "rows600.yaml");

    static List<String> plans() throws IOException {
        try (Stream<Path> files = Files.list(PLANS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml") && !OTHER_FILES.contains(name))
                    .sorted()
                    .toList();
        }
    }

    static void copyTo(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(PLANS)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void passesCheck(String file, @TempDir Path directory) throws IOException {
        copyTo(directory);
        String out = "--out=" + directory.resolve("out");
        try (CliCall cli = CliCall.of("plan", directory.resolve(file).toString(), "--check", out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out()).contains("consumer   pipeline: ").containsPattern("(?m)^takes ");
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void planNamesSourceAndDifferences(String file) throws IOException {
        String text = Files.readString(PLANS.resolve(file));
        if (file.endsWith("-small.yaml")) {
            assertThat(text).startsWith("# " + file.replace("-small", "") + " in ");
        } else {
            assertThat(text.split("\n", 2)[0]).containsPattern("^# [A-Z].* 2026|^# [A-Z].* 2025");
            assertThat(text)
                    .contains(
                            "# What differs: ", "# Your consumer: ", "bin/cdc-tester plan examples/published/" + file);
        }
    }

    @Test
    void streamingPlansHaveSmallVariants() throws IOException {
        List<String> allPlans = plans();
        assertThat(allPlans.stream().filter(name -> !name.endsWith("-small.yaml")))
                .hasSizeGreaterThan(6)
                .filteredOn(name -> !allPlans.contains(name.replace(".yaml", "-small.yaml")))
                .containsExactly("redpanda-2026-snapshot.yaml");
    }
}
