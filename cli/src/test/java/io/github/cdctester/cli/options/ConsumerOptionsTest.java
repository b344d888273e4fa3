// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests that each consumer file is read once. */
final class ConsumerOptionsTest {

    @TempDir
    private Path directory;

    @Command
    private static final class AnyCommand {
        @Mixin
        private ConsumerOptions options;

        private List<String> names() {
            return options.consumers().stream().map(ConsumerSpec::name).toList();
        }
    }

    /** A pipe such as {@code <(…)} can be read only once. */
    @Test
    void readsEachConsumerFileOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("orders.yaml"), "command: cat\n");
        AnyCommand command = new AnyCommand();
        new CommandLine(command).parseArgs("--consumer=" + file);
        assertThat(command.names()).containsExactly("orders");
        Files.writeString(file, "");
        assertThat(command.names()).containsExactly("orders");
    }
}
