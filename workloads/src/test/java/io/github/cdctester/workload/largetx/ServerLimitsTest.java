// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.ServerVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLimitsTest {

    private static final LargeTransactions SPEC = LargeTransactions.insert().trxBytes(1_000_000_000_000L);

    @TempDir
    private Path directory;

    @Test
    void reportsTooSmallCache() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> check(Map.of("max_binlog_cache_size", "4096")))
                .withMessageContaining("max_binlog_cache_size is 4096 bytes")
                .withMessageContaining("SET GLOBAL max_binlog_cache_size = ")
                .withMessageContaining("trxSize");
        assertThatCode(() -> check(Map.of("max_binlog_cache_size", "18446744073709547520")))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(Map.of())).doesNotThrowAnyException();
    }

    @Test
    void checksDisksOfLocalServerOnly() throws IOException {
        Map<String, String> variables = new HashMap<>(Map.of(
                "datadir", directory.toString(),
                "tmpdir", directory.toString(),
                "log_bin_basename", directory.resolve("binlog").toString(),
                "pid_file", "server.pid"));
        assertThat(Files.getFileStore(directory).getUsableSpace())
                .as("this test needs a disk with less than 3 TB of free space")
                .isLessThan(3_000_000_000_000L);
        assertThatCode(() -> check(variables)).doesNotThrowAnyException();
        Files.createFile(directory.resolve("server.pid"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> check(variables))
                .withMessageContaining("the server's disk of " + directory)
                .withMessageContaining("bytes left");
    }

    private static void check(Map<String, String> variables) {
        ServerVariables server = new ServerVariables(variables);
        ServerLimits.check(server, SPEC, TransactionShape.of(SPEC, LogFormat.of(server, false), 1 << 24));
    }
}
