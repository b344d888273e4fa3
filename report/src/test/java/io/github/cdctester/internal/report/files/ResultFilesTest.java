// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.RichResult;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that files are replaced as a whole, and only in the output directory, even if that directory contains links. */
final class ResultFilesTest {

    @TempDir
    private Path directory;

    private Path out;
    private Path outsideFile;

    @BeforeEach
    void createFiles() throws IOException {
        out = Files.createDirectory(directory.resolve("out"));
        outsideFile = Files.writeString(directory.resolve("outsideFile"), "precious");
    }

    @Test
    void replacesLinkWithoutFollowing() throws IOException {
        Files.createSymbolicLink(out.resolve("result.json"), outsideFile);
        Files.createSymbolicLink(out.resolve(".result.json.part"), outsideFile);
        ResultFiles.in(out).write(file("result.json"), "{}");
        assertThat(out.resolve("result.json")).isRegularFile().hasContent("{}");
        assertThat(Files.isSymbolicLink(out.resolve("result.json"))).isFalse();
        assertThat(outsideFile).hasContent("precious");
    }

    @Test
    void removesLostTransactionsOfEarlierResult() throws IOException {
        RunResult run = JudgedResult.of(List.of(), List.of(), JudgedResult.torn("orders"));
        ResultFiles.in(out).write(run);
        assertThat(out.resolve("lost.csv")).content().contains("cdc_seq 41");
        Path otherFile = Files.writeString(out.resolve("notes.csv"), "precious");
        ResultFiles.in(out).write(JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders")));
        assertThat(out.resolve("lost.csv")).doesNotExist();
        assertThat(otherFile).exists();
    }

    @Test
    void replacesDanglingLink() throws IOException {
        Path nowhere = directory.resolve("nowhere");
        Files.createSymbolicLink(out.resolve("samples.csv"), nowhere);
        ResultFiles.in(out).write(file("samples.csv"), "second");
        assertThat(out.resolve("samples.csv")).hasContent("second");
        assertThat(nowhere).doesNotExist();
    }

    @Test
    void leavesNoFileIfFormatFails() {
        ResultFiles files = ResultFiles.in(out);
        Formats.NamedFormat<String> brokenFormat = new Formats.NamedFormat<>("result.json", (text, writer) -> {
            throw new RunFailedException("reading samples.jsonl failed");
        });
        assertThatThrownBy(() -> files.write(brokenFormat, "{}")).hasMessage("reading samples.jsonl failed");
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void reportsDefectOfFormatWithoutClassNames() {
        IllegalStateException defect = new IllegalStateException("java.lang.String failed");
        Formats.NamedFormat<String> brokenFormat = new Formats.NamedFormat<>("report.html", (text, writer) -> {
            throw defect;
        });
        assertThatThrownBy(() -> ResultFiles.in(out).write(brokenFormat, "{}"))
                .isExactlyInstanceOf(RunFailedException.class)
                .hasMessage("writing " + out.resolve("report.html") + " failed because of a defect in cdc-tester")
                .hasCause(defect);
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void reportsFullDiskAtAnyPosition() {
        RunResult result = RichResult.of();
        int length = Formats.JSON.text(result).length();
        for (int remainingChars = 0; remainingChars < length; remainingChars += 100) {
            Writer fullDisk = new LimitedWriter(remainingChars);
            assertThatThrownBy(() -> Formats.JSON.write(result, fullDisk))
                    .as("room for %d", remainingChars)
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessage("No space left on device");
        }
    }

    /** Fails like a full disk after a number of characters. */
    private static final class LimitedWriter extends Writer {
        private int remainingChars;

        LimitedWriter(int remainingChars) {
            this.remainingChars = remainingChars;
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            remainingChars -= length;
            if (remainingChars < 0) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void flush() {
            // nothing is buffered
        }

        @Override
        public void close() {
            // has no resources
        }
    }

    @Test
    void replacesFileAtomically() throws IOException {
        Files.writeString(out.resolve("result.json"), "older and longer");
        ResultFiles.in(out).write(file("result.json"), "{}");
        assertThat(out.resolve("result.json")).hasContent("{}");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).containsExactly(out.resolve("result.json"));
        }
    }

    @Test
    void rejectsDirectoryInPlaceOfFile() throws IOException {
        Files.createFile(Files.createDirectory(out.resolve("result.json")).resolve("inside"));
        assertThatThrownBy(() -> ResultFiles.in(out).write(file("result.json"), "{}"))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("writing " + out.resolve("result.json") + " failed");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).as("no part is left").containsExactly(out.resolve("result.json"));
        }
    }

    @Test
    void acceptsLinkAsOutDirectory() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), out);
        ResultFiles.in(link).write(file("result.json"), "{}");
        assertThat(out.resolve("result.json")).hasContent("{}");
    }

    private static Formats.NamedFormat<String> file(String name) {
        return new Formats.NamedFormat<>(name, (text, out) -> out.write(text));
    }
}
