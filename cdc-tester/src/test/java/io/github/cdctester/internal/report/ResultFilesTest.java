// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever lies in the directory, nothing outside of it is touched. */
final class ResultFilesTest {

    @TempDir
    private Path directory;

    private Path out;
    private Path elsewhere;

    @BeforeEach
    void makeBoth() throws IOException {
        out = Files.createDirectory(directory.resolve("out"));
        elsewhere = Files.writeString(directory.resolve("elsewhere"), "precious");
    }

    @Test
    void aLinkIsReplacedAndNotFollowed() throws IOException {
        Files.createSymbolicLink(out.resolve("result.json"), elsewhere);
        Files.createSymbolicLink(out.resolve(".result.json.part"), elsewhere);
        ResultFiles.in(out).write(file("result.json"), "{}");
        assertThat(out.resolve("result.json")).isRegularFile().hasContent("{}");
        assertThat(Files.isSymbolicLink(out.resolve("result.json"))).isFalse();
        assertThat(elsewhere).hasContent("precious");
    }

    @Test
    void aLinkThatPointsNowhereIsReplacedToo() throws IOException {
        Path nowhere = directory.resolve("nowhere");
        Files.createSymbolicLink(out.resolve("samples.csv"), nowhere);
        ResultFiles.in(out).write(file("samples.csv"), "second");
        assertThat(out.resolve("samples.csv")).hasContent("second");
        assertThat(nowhere).doesNotExist();
    }

    @Test
    void aFileIsReplacedAsAWholeAndNothingElseIsLeft() throws IOException {
        Files.writeString(out.resolve("result.json"), "older and longer");
        ResultFiles.in(out).write(file("result.json"), "{}");
        assertThat(out.resolve("result.json")).hasContent("{}");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).containsExactly(out.resolve("result.json"));
        }
    }

    @Test
    void aDirectoryOfThatNameIsNoPlaceForAFile() throws IOException {
        Files.createFile(Files.createDirectory(out.resolve("result.json")).resolve("inside"));
        assertThatThrownBy(() -> ResultFiles.in(out).write(file("result.json"), "{}"))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("writing " + out.resolve("result.json") + " failed");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).as("no part is left").containsExactly(out.resolve("result.json"));
        }
    }

    @Test
    void theDirectoryItselfMayBeALink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), out);
        ResultFiles.in(link).write(file("result.json"), "{}");
        assertThat(out.resolve("result.json")).hasContent("{}");
    }

    private static Formats.Named<String> file(String name) {
        return new Formats.Named<>(name, (text, out) -> out.write(text));
    }
}
