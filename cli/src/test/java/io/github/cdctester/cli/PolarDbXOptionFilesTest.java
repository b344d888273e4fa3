// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks {@code examples/polardb-x} at the published scale and at a small scale. {@code PolarDbXExamplesIT} runs the small variants. */
class PolarDbXOptionFilesTest {

    private static final Path EXAMPLES = Path.of("../examples/polardb-x");

    @Test
    void eachPublishedFileHasSmallVariant() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".options"))
                    .toList();
            assertThat(names)
                    .containsExactlyInAnyOrder(
                            "tpcc.options",
                            "tpcc-small.options",
                            "oltp_write_only.options",
                            "oltp_write_only-small.options",
                            "oltp_insert.options",
                            "oltp_insert-small.options",
                            "large_transaction.options",
                            "large_transaction-small.options");
        }
    }

    /** No server listens on the port, so commands with valid files fail on connect. */
    @ParameterizedTest
    @MethodSource("files")
    void acceptsEachFile(String file) {
        CommandResult result = CommandResult.of(
                "sweep", "@" + EXAMPLES.resolve(file), "--host=127.0.0.1", "--port=1", "--user=nobody");
        assertThat(result.code()).as(result.err()).isEqualTo(1);
        assertThat(result.err()).contains("cannot connect to 127.0.0.1:1");
    }

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".options"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }
}
