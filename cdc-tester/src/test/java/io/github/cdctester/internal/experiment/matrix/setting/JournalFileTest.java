// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {

    @Test
    void removesLineThatEndsWithinCharacter(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("undo.jsonl"), "{\"setting\":\"größe\"}\n");
        byte[] incompleteLine = "{\"setting\":\"grö".getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(incompleteLine, incompleteLine.length - 1), StandardOpenOption.APPEND);

        assertThat(new JournalFile(file).lines()).containsExactly("{\"setting\":\"größe\"}");
        assertThat(file).hasContent("{\"setting\":\"größe\"}\n");
    }

    @Test
    void hasNoLinesWithoutFile(@TempDir Path directory) {
        assertThat(new JournalFile(directory.resolve("undo.jsonl")).lines()).isEmpty();
    }
}
