// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs far more workers than the machine can serve, in a small heap. */
@Timeout(180)
final class ManyThreadsIT {

    @Test
    @Nightly
    void runs256ThreadsInSmallHeap(@TempDir Path directory) {
        try (TestServer server = EmbeddedTestServer.shared();
                CliProcess cli = CommandLines.start(
                        directory,
                        server,
                        "run",
                        "--prepare",
                        "--table-size=10",
                        "--threads=256",
                        "--rate=200000",
                        "--time=4")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();

            List<String> lines = cli.out()
                    .lines()
                    .filter(line -> line.startsWith("[") && !line.contains("] drain "))
                    .toList();
            String text = cli.out().replaceAll("\\s+", " ");
            assertThat(lines).isNotEmpty().allMatch(line -> line.contains("thds: 256"));
            assertThat(lines).hasSizeLessThanOrEqualTo(6);
            assertThat(lines.size() + missedSeconds(text)).as(text).isGreaterThanOrEqualTo(4);
            assertThat(text).contains("start delay").contains("did not start in time");
            assertThat(cli.err()).isEmpty();
        }
    }

    private static int missedSeconds(String text) {
        Matcher matcher = Pattern.compile("(\\d+) samples? (was|were) missed").matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    @Test
    void rejectsMoreThreadsThanConnections(@TempDir Path directory) {
        try (TestServer server = EmbeddedTestServer.shared("max_connections=20");
                CliProcess cli = CommandLines.start(
                        directory, server, "run", "--prepare", "--cleanup", "--table-size=10", "--threads=30")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("max_connections").contains("30 threads need");
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }
}
