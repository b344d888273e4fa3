// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultPathsTest {

    @TempDir
    private Path directory;

    @Test
    void resolvesFileOrResultInDirectory() throws IOException {
        Path file = file("run/result.json");
        Path otherFile = file("any/name.txt");
        assertThat(ResultPaths.single("A", file)).isEqualTo(file);
        assertThat(ResultPaths.single("A", file.getParent())).isEqualTo(file);
        assertThat(ResultPaths.repeats("A", file.getParent())).containsExactly(file);
        assertThat(ResultPaths.single("A", otherFile)).isEqualTo(otherFile);
        Path sweep = file("sweep/sweep.json");
        file("sweep/step-01/result.json");
        assertThat(ResultPaths.repeats("A", sweep.getParent()))
                .as("not its runs")
                .containsExactly(sweep);
        assertThat(ResultPaths.single("A", file("c/compare.json").getParent()))
                .isEqualTo(directory.resolve("c/compare.json"));
    }

    @Test
    void siblingDirectoriesAreRepeats() throws IOException {
        Path second = file("runs/2/result.json");
        Path first = file("runs/1/result.json");
        file("runs/notes/todo.txt");
        file("runs/readme.md");
        assertThat(ResultPaths.repeats("A", directory.resolve("runs"))).containsExactly(first, second);
        assertThatThrownBy(() -> ResultPaths.single("RESULT", directory.resolve("runs")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("RESULT: " + directory.resolve("runs")
                        + ", must be a file such as result.json, or a directory that has one");
    }

    /** A link such as {@code latest} must not count its run twice. */
    @Test
    void countsLinkedDirectoryOnce() throws IOException {
        Path first = file("runs/1/result.json");
        Path second = file("runs/2/result.json");
        Files.createSymbolicLink(directory.resolve("runs/latest"), Path.of("2"));
        Path other = file("elsewhere/3/result.json");
        Files.createSymbolicLink(directory.resolve("runs/3"), other.getParent());
        Files.createSymbolicLink(directory.resolve("runs/broken"), Path.of("nowhere"));
        assertThat(ResultPaths.repeats("A", directory.resolve("runs")))
                .containsExactly(first, second, directory.resolve("runs/3/result.json"));
    }

    @Test
    void rejectsMissingOrAmbiguousResults() throws IOException {
        assertThatThrownBy(() -> ResultPaths.repeats("A", directory.resolve("nowhere")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("A: " + directory.resolve("nowhere") + ", must be a file or a directory that is there");
        assertThatThrownBy(() -> ResultPaths.repeats("B", directory))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("B: " + directory + ", must be a file such as result.json, a directory that has one, or"
                        + " a directory of such directories");
        file("both/result.json");
        file("both/sweep.json");
        assertThatThrownBy(() -> ResultPaths.single("A", directory.resolve("both")))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("must be one of the files in it: result.json or sweep.json");
    }

    /** Its cells have different settings, so they are not repeats. */
    @Test
    void rejectsMatrixThatDidNotEnd() throws IOException {
        Path cell = file("matrix/cell-001/result.json");
        file("matrix/cell-002/result.json");
        file("matrix/matrix.jsonl");
        Path matrix = directory.resolve("matrix");
        String message =
                ": " + matrix + ", must be a finished matrix: start this one again with the same out to measure"
                        + " the cells that it lacks, or give one of its cells, such as cell-001";
        assertThatThrownBy(() -> ResultPaths.single("RESULT", matrix))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("RESULT" + message);
        assertThatThrownBy(() -> ResultPaths.repeats("A", matrix))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("A" + message);
        assertThat(ResultPaths.single("RESULT", cell.getParent())).isEqualTo(cell);
        Path result = file("matrix/matrix.json");
        assertThat(ResultPaths.single("RESULT", matrix)).isEqualTo(result);
        assertThat(ResultPaths.repeats("A", matrix)).containsExactly(result);
    }

    private Path file(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }
}
