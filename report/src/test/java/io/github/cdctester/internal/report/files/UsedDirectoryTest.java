// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.RichResult;
import io.github.cdctester.internal.report.compose.experiment.Matrices;
import io.github.cdctester.internal.report.compose.experiment.Searches;
import io.github.cdctester.internal.report.compose.experiment.Sweeps;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only files with the names of this tool's files are deleted. */
final class UsedDirectoryTest {

    private static final List<String> TOOL_FILES = List.of(
            "result.json",
            "samples.csv",
            "lost.csv",
            "summary.md",
            "histograms.hlog",
            "report.html",
            "sweep.json",
            "sweep.md",
            "sweep.csv",
            "find-max.json",
            "find-max.md",
            "find-max.csv",
            "matrix.json",
            "matrix.md",
            "matrix.csv",
            "matrix.jsonl",
            "plan.json",
            "compare.json",
            "elasticity.csv",
            "scaling.csv",
            "samples.jsonl",
            "course.jsonl",
            "probe-buffer-pool.csv",
            ".result.json.0b7a1b0e-62c0-4d5c-9b0e-1c7f6f0f8a11.part",
            "step-01/result.json",
            "step-03/repeat-2/result.json",
            "phase-02/samples.csv",
            "cell-0007/result.json");

    private static final List<String> KEPT_FILES = List.of(
            "notes.txt",
            "my-result.json",
            "undo.jsonl",
            "step-02/notes.txt",
            "step-one/result.json",
            "repeat-1/result.json",
            "archive/result.json",
            ".hidden");

    @TempDir
    private Path directory;

    @Test
    void removesOnlyFilesOfTool() throws IOException {
        for (String file :
                Stream.concat(TOOL_FILES.stream(), KEPT_FILES.stream()).toList()) {
            write(file);
        }
        write("step-02/result.json");
        UsedDirectory.clear(directory);
        try (Stream<Path> remainingFiles = Files.walk(directory)) {
            assertThat(remainingFiles
                            .filter(Files::isRegularFile)
                            .map(file -> directory.relativize(file).toString()))
                    .containsExactlyInAnyOrderElementsOf(KEPT_FILES);
        }
        assertThat(directory.resolve("step-01")).doesNotExist();
        assertThat(directory.resolve("step-03")).doesNotExist();
    }

    @Test
    void listContainsEachWrittenFile() {
        RunResult run = RichResult.of();
        PlanResult plan = new PlanResult(
                1,
                PlanResult.KIND,
                run.startedAt(),
                "",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(),
                run,
                List.of());
        assertThat(Stream.of(run, plan, Sweeps.published(1), Searches.foundSearch(), Matrices.published())
                        .flatMap(result -> Formats.files(result).stream())
                        .map(Formats.NamedFormat::fileName))
                .hasSizeGreaterThan(10)
                .allMatch(TOOL_FILES::contains);
        assertThat(TOOL_FILES).contains("compare.json", Formats.PAGE_FILE);
    }

    @Test
    void followsNoLinks() throws IOException {
        Path linkTarget = Files.createDirectory(directory.resolve("elsewhere"));
        Path result = Files.writeString(linkTarget.resolve("result.json"), "{}");
        Path usedDirectory = Files.createDirectory(directory.resolve("used"));
        Files.createSymbolicLink(usedDirectory.resolve("step-01"), linkTarget);
        Files.createSymbolicLink(usedDirectory.resolve("result.json"), result);
        UsedDirectory.clear(usedDirectory);
        assertThat(usedDirectory.resolve("result.json")).doesNotExist();
        assertThat(usedDirectory.resolve("step-01")).isSymbolicLink();
        assertThat(result).hasContent("{}");
    }

    @ParameterizedTest
    @CsvSource({
        "result.json, result.json",
        "samples.jsonl, samples.jsonl",
        "step-02/result.json, step-02",
        "matrix.jsonl, matrix.jsonl",
        "undo.jsonl, undo.jsonl"
    })
    void recognizesResultByItsFile(String file, String expectedResult) throws IOException {
        write(file);
        assertThat(UsedDirectory.resultNames(directory)).containsExactly(expectedResult);
    }

    @Test
    void findsNoResultInUnrelatedDirectory() throws IOException {
        for (String file : List.of("summary.md", "notes.txt", "archive/result.json")) {
            write(file);
        }
        assertThat(UsedDirectory.resultNames(directory)).isEmpty();
        assertThat(UsedDirectory.resultNames(directory.resolve("missing"))).isEmpty();
    }

    @Test
    void removesOldResultWhenFirstFileIsWritten() throws IOException {
        write("step-03/result.json");
        ResultFiles files = ResultFiles.overwriting(directory);
        assertThat(directory.resolve("step-03/result.json")).exists();
        files.write(new Formats.NamedFormat<>("result.json", (result, out) -> out.append(result)), "new");
        assertThat(directory.resolve("step-03")).doesNotExist();
        files.write(new Formats.NamedFormat<>("samples.csv", (result, out) -> out.append(result)), "new");
        assertThat(directory.resolve("result.json")).hasContent("new");
    }

    @Test
    void discardsFilesOnlyBeforeFirstSample() throws IOException {
        Files.writeString(directory.resolve("samples.jsonl"), "head\nsecond\n");
        ResultFiles files = ResultFiles.in(directory);
        files.discardUnlessSampled();
        assertThat(directory.resolve("samples.jsonl")).exists();

        Files.writeString(directory.resolve("samples.jsonl"), "head\n");
        write("probe-pool.csv");
        write("course.jsonl");
        files.discardUnlessSampled();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void failedRunKeepsUnrelatedFiles() throws IOException {
        List<String> unrelatedFiles = List.of("summary.md", "report.html", "samples.csv", "step-01/summary.md");
        for (String file : unrelatedFiles) {
            write(file);
        }
        write("course.jsonl");
        ResultFiles.in(directory).discardUnlessSampled();
        assertThat(directory.resolve("course.jsonl")).doesNotExist();
        assertThat(unrelatedFiles)
                .allSatisfy(file -> assertThat(directory.resolve(file)).exists());
    }

    private void write(String file) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "");
    }
}
