// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.Format;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a pipe, a link or an open file that the user named stays, and receives the result. */
final class NamedFileTest {

    private static final Format<String> TEXT = (text, out) -> out.write(text);

    @TempDir
    private Path directory;

    @Test
    void writesToPipe() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path link = Files.createSymbolicLink(directory.resolve("link"), pipe);
        for (Path file : new Path[] {pipe, link}) {
            CompletableFuture<String> reader = CompletableFuture.supplyAsync(() -> content(pipe));
            ResultFiles.check(file);
            assertThat(reader).as("the check sends nothing").isNotDone();
            ResultFiles.write(file, TEXT, "result");
            assertThat(reader.get(30, TimeUnit.SECONDS)).isEqualTo("result");
        }
        assertThat(NamedFile.isStream(pipe)).isTrue();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(pipe, link);
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void replacesTargetOfLink() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Path target = Files.writeString(folder.resolve("target"), "older and longer");
        Path nextLink = Files.createSymbolicLink(folder.resolve("next"), Path.of("target"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("folder/next"));
        ResultFiles.check(link);
        ResultFiles.write(link, TEXT, "result");
        assertThat(target).isRegularFile().hasContent("result");
        assertThat(link).isSymbolicLink();
        assertThat(nextLink).isSymbolicLink();
        assertThat(Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    @Test
    void createsTargetOfLink() throws IOException {
        Path target = directory.resolve("target");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        ResultFiles.write(link, TEXT, "result");
        assertThat(target).hasContent("result");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void rejectsLinkToItselfOrDirectory() throws IOException {
        Path loop = Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> ResultFiles.check(loop))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining(loop + " cannot be written: ")
                .satisfies(failure -> assertThat(failure.getMessage())
                        .as("a reason")
                        .doesNotEndWith(": " + loop)
                        .doesNotEndWith("null"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
        assertThatThrownBy(() -> ResultFiles.write(link, TEXT, "result"))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("it is a directory");
    }

    /** {@code /dev/stdout} is such a link, to a log for example. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void appendsToOpenFile() throws IOException {
        Path log = directory.toRealPath().resolve("log");
        try (FileOutputStream out = new FileOutputStream(log.toFile())) {
            out.write("log\n".getBytes(StandardCharsets.UTF_8));
            Path link = Files.createSymbolicLink(directory.resolve("stdout"), openFile(log));
            ResultFiles.write(link, TEXT, "result");
            assertThat(log).hasContent("log\nresult");
            assertThat(out.getChannel().size())
                    .as("the file is still the open one")
                    .isEqualTo(10);
        }
    }

    private static Path openFile(Path file) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(descriptor -> isLinkTo(descriptor, file))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean isLinkTo(Path link, Path file) {
        try {
            return Files.readSymbolicLink(link).equals(file);
        } catch (IOException e) {
            return false; // closed in the meantime
        }
    }
}
