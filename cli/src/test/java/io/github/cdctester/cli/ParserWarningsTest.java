// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ParserWarningsTest {

    /** picocli's own warnings contain the value and bypass the command's writers. */
    @Test
    void valueWithSingleQuoteIsNotPrinted() {
        PrintStream standardErr = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        CommandResult result;
        try {
            result = CommandResult.of("judge", "--from-stdin", "--kafka-property=sasl.jaas.config=password=\"s3cret");
        } finally {
            System.setErr(standardErr);
        }
        assertThat(result.errorLines()).first().asString().contains("--kafka-property is given, but --from-stdin too");
        assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("s3cret");
    }
}
