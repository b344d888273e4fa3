// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sweep command on the embedded MariaDB, also on one that it has started by itself. */
final class EmbeddedSweepCommandLineIT extends SweepCommandLineContract {

    @Override
    TestServer start(String... arguments) {
        return EmbeddedTestServer.start(arguments);
    }

    @Test
    void withoutAnEndpointOneServerServesAllSteps(@TempDir Path directory) throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli = CliProcess.start(
                directory,
                List.of("-Djava.io.tmpdir=" + temporary),
                Map.of(),
                "sweep",
                "--threads=1,2",
                "--events=100",
                "--table-size=100")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.errLines()).isEmpty();
            assertThat(cli.out().lines().filter(line -> line.startsWith("# preparing")))
                    .hasSize(1);
            assertThat(cli.out()).containsPattern("threads +QPS +DT ms +BPS MB/s +EPS +TPS +DT p50");
            assertNothingIsLeftIn(temporary);
        }
    }

    @Test
    void ctrlCLeavesNeitherProcessNorDirectory(@TempDir Path directory) throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli = CliProcess.start(
                directory,
                List.of("-Djava.io.tmpdir=" + temporary),
                Map.of(),
                "sweep",
                "--threads=1,2",
                "--time=600")) {
            cli.awaitOutput("[   2s ]");
            List<ProcessHandle> children =
                    ProcessHandle.of(cli.pid()).orElseThrow().descendants().toList();
            assertThat(children).isNotEmpty();
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertNothingIsLeftIn(temporary);
        }
    }

    private static void assertNothingIsLeftIn(Path temporary) throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(path -> !path.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
    }
}
