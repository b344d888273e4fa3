// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableImageTest {

    @Test
    void copiesExecutableUpToLastSegment(@TempDir Path directory) throws IOException {
        byte[] file = elf(500_000, 123_456, 300_001);

        byte[] copy = copyOf(file, directory);

        assertThat(copy).isEqualTo(Arrays.copyOf(file, 300_001));
    }

    @Test
    void copiesTruncatedExecutableCompletely(@TempDir Path directory) throws IOException {
        byte[] file = elf(70_000, 123_456);

        assertThat(copyOf(file, directory)).isEqualTo(file);
    }

    @Test
    void copiesOtherFilesCompletely(@TempDir Path directory) throws IOException {
        byte[] script = "#!/bin/sh\n".getBytes();
        byte[] elfWithDistantHeaderTable = elf(100_000, 50_000);
        ByteBuffer.wrap(elfWithDistantHeaderTable)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(32, 90_000);
        byte[] elf32 = elf(100_000, 50_000);
        elf32[4] = 1;

        assertThat(copyOf(script, directory)).isEqualTo(script);
        assertThat(copyOf(new byte[0], directory)).isEmpty();
        assertThat(copyOf(elfWithDistantHeaderTable, directory)).isEqualTo(elfWithDistantHeaderTable);
        assertThat(copyOf(elf32, directory)).isEqualTo(elf32);
    }

    private static byte[] copyOf(byte[] file, Path directory) throws IOException {
        Path target = directory.resolve("copy");
        try (InputStream in = new ByteArrayInputStream(file)) {
            ExecutableImage.copy(in, target);
        }
        return Files.readAllBytes(target);
    }

    /** The file has an ELF header, one segment per end offset, and random data. */
    private static byte[] elf(int length, long... segmentEnds) {
        byte[] file = new byte[length];
        new Random(1).nextBytes(file);
        ByteBuffer elf = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1});
        elf.putLong(32, 64).putShort(54, (short) 56).putShort(56, (short) segmentEnds.length);
        for (int i = 0; i < segmentEnds.length; i++) {
            elf.putLong(64 + i * 56 + 8, 1000).putLong(64 + i * 56 + 32, segmentEnds[i] - 1000);
        }
        return file;
    }
}
