// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodFilesTest {

    @TempDir
    Path podDirectory;

    @TempDir
    Path targetDirectory;

    static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packedFiles = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packedFiles)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packedFiles.toByteArray();
    }

    private void unpack(byte[] packed) throws IOException {
        PodFiles.unpack(
                new ByteArrayInputStream(packed),
                name -> name.equals("skipped") ? Optional.empty() : Optional.of(targetDirectory.resolve(name)));
    }

    /** Runs the script of the pod in this machine's shell. */
    @Test
    void unpacksOutputOfScript() throws Exception {
        Files.createDirectories(podDirectory.resolve("out/cells"));
        byte[] largeContent = new byte[300_000];
        largeContent[7] = '\n';
        Files.write(podDirectory.resolve("out/cells/a b.csv"), largeContent);
        Files.writeString(podDirectory.resolve("out/empty"), "");
        Files.writeString(podDirectory.resolve("skipped"), "end\n");
        Process shell = new ProcessBuilder("sh", "-c", PodFiles.SCRIPT.replace("/results", podDirectory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        unpack(shell.getInputStream().readAllBytes());
        assertThat(shell.waitFor()).isZero();
        assertThat(targetDirectory.resolve("out/cells/a b.csv")).hasBinaryContent(largeContent);
        assertThat(targetDirectory.resolve("out/empty")).isEmptyFile();
        assertThat(targetDirectory.resolve("skipped")).doesNotExist();
    }

    @Test
    void acceptsDotsInsideNames() throws IOException {
        unpack(packed("3 ./a..b/..c\nabcend\n"));
        assertThat(targetDirectory.resolve("a..b/..c")).hasContent("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3 ./../x\nabcend\n",
                "3 ./a/../x\nabcend\n",
                "3 ./a/..\nabcend\n",
                "3 .//tmp/cdc-tester-escaped\nabcend\n",
                "3 /etc/x\nabcend\n",
                "-1 ./x\nend\n",
                "x ./x\nend\n",
                "\n"
            })
    void rejectsInvalidFileLines(String text) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> unpack(packed(text)))
                .withMessageContaining("is not the size and the name of a file");
        assertThat(targetDirectory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3 ./x\nab", "3 ./x\nabc", "3 ./x\nabcen"})
    void reportsIncompleteFiles(String text) throws IOException {
        assertIncomplete(packed(text));
    }

    @Test
    void reportsEmptyOutput() {
        assertIncomplete(new byte[0]);
    }

    private void assertIncomplete(byte[] packed) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> unpack(packed))
                .withMessage("they are incomplete")
                .withCauseInstanceOf(EOFException.class);
    }
}
