// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Small packages and modules stay easy to understand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SizesTest {

    private static final int MAX_FILES_PER_PACKAGE = 35;
    private static final long MAX_LINES_PER_PACKAGE = 3_000;
    private static final long MAX_LINES_PER_MODULE = 34_000;
    private static final long MAX_LINES = 148_400; // of all modules: a feature that exceeds it has to delete older code
    private static final Path SOURCES = Path.of("src", "main", "java");

    private List<SourceFile> files = List.of();

    private record SourceFile(Path module, Path directory, long lines) {

        static SourceFile of(Path module, Path file) {
            try (Stream<String> lines = Files.lines(file)) {
                return new SourceFile(module, file.getParent(), lines.count());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeAll
    void readSources() throws IOException {
        try (Stream<Path> directories = Files.list(CodeBlock.CHECKOUT)) {
            files = directories
                    .filter(module -> Files.isDirectory(module.resolve(SOURCES)))
                    .flatMap(SizesTest::filesOf)
                    .toList();
        }
        assertThat(files).isNotEmpty();
    }

    private static Stream<SourceFile> filesOf(Path module) {
        try (Stream<Path> paths = Files.walk(module.resolve(SOURCES))) {
            return paths
                    .filter(path -> path.toString().endsWith(".java"))
                    .map(path -> SourceFile.of(module, path))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void packagesAreSmall() {
        files.stream()
                .collect(groupingBy(SourceFile::directory))
                .forEach((directory, packageFiles) -> assertThat(packageFiles)
                        .as("files of %s", directory)
                        .hasSizeLessThanOrEqualTo(MAX_FILES_PER_PACKAGE));
        assertThat(lines(SourceFile::directory))
                .allSatisfy((directory, lines) ->
                        assertThat(lines).as("lines of %s", directory).isLessThanOrEqualTo(MAX_LINES_PER_PACKAGE));
    }

    @Test
    void modulesAreSmall() {
        assertThat(lines(SourceFile::module))
                .allSatisfy((module, lines) ->
                        assertThat(lines).as("lines of %s", module).isLessThanOrEqualTo(MAX_LINES_PER_MODULE));
    }

    @Test
    void allModulesTogetherAreSmall() {
        assertThat(files.stream().mapToLong(SourceFile::lines).sum())
                .as("lines of all modules")
                .isLessThanOrEqualTo(MAX_LINES);
    }

    private Map<Path, Long> lines(Function<SourceFile, Path> group) {
        return files.stream().collect(groupingBy(group, summingLong(SourceFile::lines)));
    }
}
