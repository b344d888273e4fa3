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

/** A run with little memory has the right verdict. */
@Timeout(120)
final class MemoryPressureIT {

    private static final List<String> SMALL_HEAP = CliProcess.javaOptions("-Xmx48m");

    /** Limit for the tester's process and for cached pages. */
    private static final long LIMIT_BYTES = 300L << 20;

    private static final int ATTEMPTS = 3;

    /** Exit code of a process ended by SIGKILL: 128 + 9. */
    private static final int KILLED = 137;

    private static final long CHECK_NANOS = 20_000_000;

    @Test
    @Nightly
    void runsInSmallHeap(@TempDir Path directory) {
        for (String verify : List.of("exact", "counts")) {
            try (CliProcess cli = CliProcess.start(
                    directory, SMALL_HEAP, Map.of(), run("--threads=64", "--time=3", "--verify=" + verify))) {
                assertLossless(cli, verify);
            }
        }
    }

    /**
     * The kernel must free pages for each allocation of the tester. Some kernels kill the process although most of the
     * limit is cached pages. Then the test repeats, and finally checks only the memory that the tester needed.
     */
    @Test
    @Nightly
    void runsWithoutFreeMemory(@TempDir Path directory) {
        assumeTrue(MemoryLimit.isPossible(), "no cgroups of version 1 that we may make: no limit on memory");
        try (TestServer server = EmbeddedTestServer.shared()) {
            boolean lossless = false;
            for (int attempt = 0; attempt < ATTEMPTS && !lossless; attempt++) {
                server.rows("SHOW TABLES").forEach(row -> server.execute("DROP TABLE " + row.get(0)));
                lossless = isLosslessWithoutFreeMemory(directory, server);
            }
            server.rows("SHOW TABLES").forEach(row -> server.execute("DROP TABLE " + row.get(0)));
            assumeTrue(
                    lossless,
                    "this kernel kills within a limit that is full of pages of files: they are not taken back");
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
                    run(
                            "--url=jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database(),
                            "--user=" + endpoint.user(),
                            "--prepare",
                            "--cleanup",
                            "--threads=16",
                            "--time=6"))) {
                long max = 0;
                while (cli.isAlive()) {
                    max = Math.max(max, limit.used());
                    LockSupport.parkNanos(CHECK_NANOS);
                }
                assertThat(max).as("memory in use, in bytes").isBetween(1L, LIMIT_BYTES / 2);
                if (cli.exitCode() == KILLED) {
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

    private static String[] run(String... extra) {
        List<String> options =
                new ArrayList<>(List.of("run", "--workload=oltp_write_only", "--row-counting=exact", "--json"));
        options.addAll(List.of(extra));
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
