// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.baseline.NightFile.Night;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightFileTest {

    private static final Night NIGHT =
            new Night("t", "m", "mysql-9.7", 0, "2026-11-23", Map.of("a", List.of(1.0)), Map.of());

    @TempDir
    Path directory;

    @Test
    void hasPermissionsOfOrdinaryFile() throws IOException {
        Path ordinaryFile = Files.createFile(directory.resolve("ordinary"));
        NightFile nights = new NightFile(directory.resolve("nights/baseline.json"));
        nights.add(NIGHT);
        nights.add(NIGHT);

        assertThat(nights.read()).containsExactly(NIGHT, NIGHT);
        assertThat(Files.getPosixFilePermissions(nights.path())).isEqualTo(Files.getPosixFilePermissions(ordinaryFile));
        assertThat(nights.path().getParent()).isDirectoryNotContaining("glob:**.part");
    }
}
