// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MarkedErrorsTest {

    @Test
    void marksEachLine() {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream err = new PrintStream(new MarkedErrors(log), true, StandardCharsets.UTF_8)) {
            err.print("a");
            err.println(" line");
            err.println("two\nlines");
        }
        assertThat(log.toString(StandardCharsets.UTF_8)).isEqualTo("\u001ea line\n\u001etwo\n\u001elines\n");
    }
}
