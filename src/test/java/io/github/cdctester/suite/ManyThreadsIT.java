// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** 256 workers, far more than can be served, in a small heap: the lines keep coming and the overload shows. */
@Timeout(180)
final class ManyThreadsIT {

    @Test
    void twoHundredAndFiftySixThreadsFitIntoASmallHeap(@TempDir Path directory) {
        try (TestServer server = EmbeddedTestServer.shared();
                CliProcess cli = CommandLines.against(
                        directory,
                        server,
                        "run",
                        "--prepare",
                        "--table-size=10",
                        "--threads=256",
                        "--rate=200000",
                        "--time=4")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();

            List<String> lines =
                    cli.out().lines().filter(line -> line.startsWith("[")).toList();
            assertThat(lines).hasSizeBetween(4, 6).allMatch(line -> line.contains("thds: 256"));
            assertThat(cli.out().replaceAll("\\s+", " "))
                    .contains("start delay")
                    .contains("had not been started when the time was up");
            assertThat(cli.err()).isEmpty();
        }
    }

    @Test
    void moreThreadsThanTheServerHasConnectionsForIsSaidBeforehand(@TempDir Path directory) {
        try (TestServer server = EmbeddedTestServer.shared("max_connections=20");
                CliProcess cli = CommandLines.against(
                        directory, server, "run", "--prepare", "--cleanup", "--table-size=10", "--threads=30")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("max_connections").contains("30 threads need");
            assertThat(server.rows("SHOW TABLES")).isEmpty();
        }
    }
}
