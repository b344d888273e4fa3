// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code bench/judge-defects} must be able to plant each defect of its list. */
final class PlantedDefectsTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JUDGE = ROOT.resolve("judge/src/main/java/io/github/cdctester/internal/judge/consumer");

    static Stream<String> defects() throws IOException {
        return Files.readAllLines(ROOT.resolve("bench/judge-defects.txt")).stream()
                .filter(line -> !line.startsWith("#"));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void replacedCodeOccursOnce(String defect) throws IOException {
        List<String> parts = Stream.of(defect.split("(?<!\\\\)\\|"))
                .map(part -> part.replace("\\|", "|").replace("\\n", "\n"))
                .toList();
        assertThat(parts).hasSize(3);
        assertThat(source(parts.get(0))).containsOnlyOnce(parts.get(1));
    }

    private static String source(String className) throws IOException {
        try (Stream<Path> files = Files.walk(JUDGE)) {
            Path file = files.filter(path -> path.endsWith(className + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no class " + className));
            return Files.readString(file);
        }
    }
}
