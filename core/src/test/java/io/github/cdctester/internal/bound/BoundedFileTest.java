// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedFileTest {

    private static final Path ENDLESS_DEVICE = Path.of("/dev/zero");

    @TempDir
    private Path directory;

    @Test
    void readsFileUpToLimit() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "x".repeat(2_048));

        assertThat(BoundedFile.text(file, 2_048)).hasSize(2_048);
        assertThatThrownBy(() -> BoundedFile.text(file, 2_047))
                .isInstanceOfSatisfying(
                        FileSystemException.class,
                        e -> assertThat(e.getReason()).isEqualTo("it has more than 1 KiB"));
    }

    @Test
    void rejectsEndlessDevice() {
        assumeThat(ENDLESS_DEVICE).exists();

        assertThatThrownBy(() -> BoundedFile.bytes(ENDLESS_DEVICE, BoundedFile.MAX_SMALL_FILE_BYTES))
                .hasMessageContaining("4096 KiB");
    }

    @Test
    void rejectsInvalidUtf8() throws IOException {
        Path file = Files.write(directory.resolve("f"), new byte[] {(byte) 0xff});

        assertThatThrownBy(() -> BoundedFile.text(file, 100)).isInstanceOf(CharacterCodingException.class);
    }
}
