// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class EndpointOptionsTest {

    @Command
    private static final class AnyCommand {
        @Mixin
        private EndpointOptions endpoint;
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db:3306/, sbtest",
        "jdbc:mysql://db:3306, sbtest",
        "jdbc:mysql://db:3306/?useSSL=false, sbtest",
        "jdbc:mysql://db:3306/mine, mine",
        "jdbc:mysql://db:3306/mine?a=b, mine"
    })
    void schemaOfUrlPrecedesSchemaOfPlan(String url, String database) {
        AnyCommand command = new AnyCommand();
        new CommandLine(command).parseArgs("--url=" + url, "--password=x");
        assertThat(command.endpoint.endpoint(Optional.of("sbtest")).map(Endpoint::database))
                .contains(database);
    }

    /** A pipe such as {@code <(…)} can be read only once. */
    @Test
    void readsPasswordFileOnce(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "first");
        AnyCommand command = new AnyCommand();
        new CommandLine(command).parseArgs("--host=db", "--password-file=" + file);
        assertThat(command.endpoint.requiredEndpoint().password().reveal()).isEqualTo("first");
        Files.writeString(file, "second");
        assertThat(command.endpoint.requiredEndpoint().password().reveal()).isEqualTo("first");
    }
}
