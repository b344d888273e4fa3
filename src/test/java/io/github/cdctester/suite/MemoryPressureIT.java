// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.MemoryLimit;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Checks that a run with little memory has the correct verdict. */
@Timeout(120)
final class MemoryPressureIT {

    private static final List<String> SMALL_HEAP = CliProcess.javaOptions("-Xmx48m");

    /** Includes cached pages. */
    private static final long LIMIT_BYTES = 300L << 20;

    private static final int MAX_ATTEMPTS = 3;

    /** 128 + SIGKILL. */
    private static final int KILLED_EXIT_CODE = 137;

    private static final long POLL_NANOS = 20_000_000;

    @Test
    @Nightly
    void runsInSmallHeap(@TempDir Path directory) {
        for (String verify : List.of("exact", "counts")) {
            try (CliProcess cli = CliProcess.start(
                    directory, SMALL_HEAP, Map.of(), runArguments("--threads=64", "--time=3", "--verify=" + verify))) {
                assertLossless(cli, verify);
            }
        }
    }

    /**
     * Each allocation must free cached pages. Some kernels kill the process instead, so the test tries again, and is skipped after the last
     * attempt.
     */
    @Test
    @Nightly
    void runsWithoutFreeMemory(@TempDir Path directory) {
        assumeTrue(
                MemoryLimit.isPossible(),
                "this process may not create cgroups of version 1, so memory cannot be limited");
        try (TestServer server = EmbeddedTestServer.shared()) {
            boolean hasPassed = false;
            for (int attempt = 0; attempt < MAX_ATTEMPTS && !hasPassed; attempt++) {
                server.queryRows("SHOW TABLES").forEach(row -> server.execute("DROP TABLE " + row.get(0)));
                hasPassed = isLosslessWithoutFreeMemory(directory, server);
            }
            server.queryRows("SHOW TABLES").forEach(row -> server.execute("DROP TABLE " + row.get(0)));
            assumeTrue(hasPassed, "this kernel kills the process instead of freeing the cached pages within the limit");
        }
    }

    private static boolean isLosslessWithoutFreeMemory(Path directory, TestServer server) {
        try (MemoryLimit limit = MemoryLimit.of(LIMIT_BYTES)) {
            limit.fill(directory, 2 * LIMIT_BYTES);
            Endpoint endpoint = server.endpoint();
            try (CliProcess cli = CliProcess.startWithMemoryLimit(
                    limit,
                    directory,
                    Map.of("CDC_TESTER_PASSWORD", endpoint.password().reveal()),
                    SMALL_HEAP,
                    runArguments(
                            "--url=jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database(),
                            "--user=" + endpoint.user(),
                            "--prepare",
                            "--cleanup",
                            "--threads=16",
                            "--time=6"))) {
                long maxUsedBytes = 0;
                while (cli.isAlive()) {
                    maxUsedBytes = Math.max(maxUsedBytes, limit.usedBytes());
                    LockSupport.parkNanos(POLL_NANOS);
                }
                assertThat(maxUsedBytes).as("memory in use, in bytes").isBetween(1L, LIMIT_BYTES / 2);
                if (cli.exitCode() == KILLED_EXIT_CODE) {
                    return false;
                }
                assertLossless(cli, "exact");
            }
            assertThat(limit.limitReachedCount())
                    .as("how often the limit was reached")
                    .isGreaterThan(100);
            return true;
        }
    }

    private static String[] runArguments(String... extraOptions) {
        List<String> options =
                new ArrayList<>(List.of("run", "--workload=oltp_write_only", "--row-counting=exact", "--json"));
        options.addAll(List.of(extraOptions));
        return options.toArray(String[]::new);
    }

    private static void assertLossless(CliProcess cli, String method) {
        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        JsonNode verdict = RoundTripChecks.json(cli.out()).get("verdict");
        assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("LOSSLESS");
        assertThat(verdict.get("method").asString()).isEqualTo(method);
        assertThat(verdict.get("committed").asLong())
                .isPositive()
                .isEqualTo(verdict.get("observed").asLong());
    }
}
