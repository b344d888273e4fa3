// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests that each password file of a stream is read once. */
final class CdcOptionsTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://db:3306/", "root", "");

    @TempDir
    private Path directory;

    @Command
    private static final class AnyCommand {
        @Mixin
        private CdcOptions cdc;

        @Mixin
        private StreamOptions stream;

        private List<String> passwords() {
            return cdc.subscriber(stream, SERVER, List.of()).streams().stream()
                    .map(StreamSpec::endpoint)
                    .map(endpoint -> endpoint.password().reveal())
                    .toList();
        }
    }

    /** A pipe such as {@code <(…)} can be read only once. */
    @Test
    void readsEachPasswordFileOnce() throws IOException {
        Path a = Files.writeString(directory.resolve("a"), "first of a");
        Path b = Files.writeString(directory.resolve("b"), "first of b");
        AnyCommand command = commandWith(
                "--cdc-url=a=jdbc:mysql://a:3306/",
                "--cdc-url=b=jdbc:mysql://b:3306/",
                "--cdc-password-file=" + a,
                "--cdc-password-file=" + b);
        assertThat(command.passwords()).containsExactly("first of a", "first of b");
        Files.writeString(a, "second of a");
        Files.writeString(b, "second of b");
        assertThat(command.passwords()).containsExactly("first of a", "first of b");
    }

    @Test
    void errorNamesOptionOfStream() {
        AnyCommand command =
                commandWith("--cdc-url=a=jdbc:mysql://a:3306/", "--cdc-password-file=" + directory.resolve("nope"));
        assertThatThrownBy(command::passwords)
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("--cdc-password-file ")
                .hasMessageEndingWith("nope cannot be read: there is no such file");
    }

    private static AnyCommand commandWith(String... arguments) {
        AnyCommand command = new AnyCommand();
        new CommandLine(command).parseArgs(arguments);
        return command;
    }
}
