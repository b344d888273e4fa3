// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the file of {@code --junit} contains the failure of the command that wrote it last. */
class JUnitOptionTest {

    @TempDir
    Path directory;

    /** The earlier file may be newer than the start of this process, because the time of the start is not exact. */
    @Test
    void failureReplacesResultOfEarlierCommand() throws IOException {
        Path file = Files.writeString(
                directory.resolve("result.xml"), "<testsuites><testsuite errors=\"0\"/></testsuites>");
        CommandResult result =
                CommandResult.of("run", "--host=127.0.0.1", "--port=" + closedPort(), "--junit=" + file, "--time=1");
        assertThat(result.code()).as(result.err()).isEqualTo(1);
        assertThat(file).content().contains("errors=\"1\"", "<error message=\"");
        assertThat(result.errorLines()).as(result.err()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--out=OUT                           | holds a result",
                "--fail-if=nope>1                    | no number named nope",
                "--time=soon                         | is not a",
                "--no-such-option                    | unknown option or argument"
            })
    void usageErrorReplacesResultOfEarlierCommand(String option, String message) throws IOException {
        Path file = Files.writeString(
                directory.resolve("result.xml"), "<testsuites><testsuite errors=\"0\"/></testsuites>");
        Path out = Files.createDirectory(directory.resolve("out"));
        Files.writeString(out.resolve("result.json"), "{}");
        CommandResult result = CommandResult.of("run", "--junit=" + file, option.replace("OUT", out.toString()));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).as(result.err()).hasSize(2);
        assertThat(result.err()).contains(message);
        assertThat(file).content().contains("errors=\"1\"", "<error message=\"", message);
    }

    /** The second night of {@code run --out=results --junit=results/junit.xml} must not destroy the result of the first. */
    @ParameterizedTest
    @CsvSource({"--time=1,    holds a result", "--tables=0,  --tables", "--time=soon, is not a"})
    void usageErrorKeepsFileOfResultInOut(String option, String message) throws IOException {
        Path out = Files.createDirectory(directory.resolve("out"));
        Files.writeString(out.resolve("result.json"), "{}");
        Path file = Files.writeString(out.resolve("junit.xml"), "old");
        CommandResult result = CommandResult.of("run", "--junit=" + file, "--out=" + out, option);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(message);
        assertThat(file).hasContent("old");
        Files.delete(out.resolve("result.json"));
        CommandResult.of("run", "--junit=" + file, "--out=" + out, "--time=soon");
        assertThat(file).as("without an earlier result").content().contains("errors=\"1\"");
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
