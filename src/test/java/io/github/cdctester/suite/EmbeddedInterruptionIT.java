// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.fault.FaultProxy;
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

/** Interruptions on the embedded MariaDB, also of a run that has started it by itself. */
final class EmbeddedInterruptionIT extends InterruptionContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    @Test
    void ctrlCOnTheMainJobLeavesNeitherProcessNorDirectory(@TempDir Path directory) throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        try (CliProcess cli =
                CliProcess.start(directory, List.of("-Djava.io.tmpdir=" + temporary), Map.of(), "run", "--time=600")) {
            cli.awaitOutput("[   2s ]");
            List<ProcessHandle> children =
                    ProcessHandle.of(cli.pid()).orElseThrow().descendants().toList();
            assertThat(children).isNotEmpty();
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left.filter(path -> !path.getFileName().toString().startsWith("hsperfdata")))
                        .isEmpty();
            }
        }
    }

    @Test
    void ctrlCWhileWaitingForTheEndOfTheStream(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (TestServer written = start();
                TestServer other = start();
                CliProcess cli = withTheStreamOfAnother(directory, written, other, "--out=" + out)) {
            cli.awaitOutput("# waiting for the end of the stream").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(Files.readString(out.resolve("result.json")))
                    .contains("\"interrupted\" : true")
                    .contains("\"status\" : \"BEHIND\"");
            assertThat(written.rows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void anEndThatIsNotSeenInTimeIsAFailedCheck(@TempDir Path directory) throws IOException {
        try (TestServer written = start();
                TestServer other = start();
                CliProcess cli = withTheStreamOfAnother(directory, written, other, "--drain-timeout=1")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("BEHIND").contains("the end of the stream was not seen");
            assertThat(written.rows("SHOW TABLES")).isEmpty();
        }
    }

    /** Neither answers nor goes away, and is not waited for without an end: what was measured is there. */
    @Test
    void aServerThatHangsCostsNoResult(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        TestServer server = start();
        Endpoint at = server.endpoint();
        try (server;
                FaultProxy proxy = FaultProxy.to(at.host(), at.port());
                CliProcess cli = CommandLines.against(
                        directory,
                        at.withAddress(proxy.host(), proxy.port()),
                        "run",
                        "--prepare",
                        "--cleanup",
                        "--table-size=10",
                        "--threads=4",
                        "--time=2",
                        "--out=" + out)) {
            cli.awaitOutput("[   1s ]");
            proxy.stall(true);

            assertThat(cli.exitCode()).as(cli.out()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .contains("a transaction did not end within 30 s")
                    .contains("dropping sbtest1: " + proxy.host() + ":" + proxy.port() + " did not answer within 15 s")
                    .contains("could not drop the heartbeat table; DROP TABLE `");
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(Files.readString(out.resolve("result.json"))).contains("\"interrupted\" : true");
        }
    }

    /** Writes to one server and follows another, which will never show what was written. */
    private static CliProcess withTheStreamOfAnother(
            Path directory, TestServer written, TestServer other, String option) throws IOException {
        Path password = Files.writeString(
                directory.resolve("password"), other.endpoint().password().reveal());
        return CommandLines.against(
                directory,
                written,
                "run",
                "--prepare",
                "--cleanup",
                "--table-size=10",
                "--time=1",
                "--cdc-url=jdbc:mariadb://" + other.endpoint().address() + "/",
                "--cdc-password-file=" + password,
                option);
    }
}
