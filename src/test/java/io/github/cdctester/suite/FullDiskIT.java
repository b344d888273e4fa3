// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a full disk, a run prints its result, reports the failure in one line, and leaves no partial file. */
@Nightly
@Timeout(120)
final class FullDiskIT {

    private static final String CREATE_TABLE_SQL = "CREATE TABLE sbtest1 (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
            + " k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '')"
            + " COMMENT = 'made by cdc-tester'";

    @Test
    void runReportsThatResultCouldNotBeWritten(@TempDir Path directory) throws Exception {
        Path out = Files.createDirectory(directory.resolve("out"));
        // 4 kB are enough to start a file, but not to complete it; mounting requires root
        run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", out.toString());
        try (TestServer server = EmbeddedTestServer.sharedWithEmptyLog();
                CliProcess cli = CommandLines.start(
                        directory,
                        server,
                        "run",
                        "--prepare",
                        "--cleanup",
                        "--table-size=10",
                        "--rate=100",
                        "--time=2",
                        "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertThat(cli.out()).contains("TPS");
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .startsWith("cdc-tester: writing " + out.resolve("result.json") + " failed")
                    .contains("No space left on device");
            assertThat(out).isEmptyDirectory();
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        } finally {
            run("umount", out.toString());
        }
    }

    @Test
    void planEndsOnFullDiskAndKeepsWrittenSamples(@TempDir Path directory) throws Exception {
        Path out = Files.createDirectory(directory.resolve("out"));
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
            prepare: {workload: oltp_insert, tables: 1, table-size: 10}
            cleanup: true
            phases:
              - loads: {main: {workload: oltp_insert, threads: 1, rate: 100, time: 90s}}
            """);
        run("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", out.toString());
        try (TestServer server = EmbeddedTestServer.sharedWithEmptyLog();
                CliProcess cli = CommandLines.start(directory, server, "plan", plan.toString(), "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertThat(cli.out()).contains("(interrupted)").contains("\nRates\n");
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .startsWith("cdc-tester: writing " + out.resolve("samples.jsonl") + " failed")
                    .contains("No space left on device");
            assertThat(StoredSamples.read(out.resolve("samples.jsonl")).rows()).isNotEmpty();
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        } finally {
            run("umount", out.toString());
        }
    }

    @Test
    void removesPartialSecretOnFullDisk(@TempDir Path directory) throws Exception {
        Path fullDisk = Files.createDirectory(directory.resolve("full"));
        run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", fullDisk.toString());
        try {
            Path filler = Files.write(fullDisk.resolve("rest"), new byte[4096]);
            try (CliProcess cli = CliProcess.start(directory, "worker", "--new-secret=" + fullDisk.resolve("s.pem"))) {
                assertThat(cli.exitCode()).isEqualTo(1);
                assertThat(cli.errLines()).as(cli.err()).hasSize(1);
                assertThat(cli.err())
                        .startsWith("cdc-tester: no secret could be made in " + fullDisk.resolve("s.pem"))
                        .contains("No space left on device");
            }
            assertThat(fullDisk.toFile().listFiles()).containsExactly(filler.toFile());
        } finally {
            run("umount", fullDisk.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --events=20", "run --events=20 --json --quiet", "drain --from=earliest", "cleanup"})
    void reportsFailedStandardOutput(String arguments) throws Exception {
        try (TestServer server = EmbeddedTestServer.sharedWithEmptyLog()) {
            server.execute(CREATE_TABLE_SQL);
            String message = shell(server, arguments, ">/dev/full");
            assertThat(message)
                    .isEqualTo("cdc-tester: writing to standard output failed; is its disk full?\n" + "code=1\n");
        }
    }

    @Test
    void exitsWith0IfPipeIsClosed() throws Exception {
        try (TestServer server = EmbeddedTestServer.sharedWithEmptyLog()) {
            server.execute(CREATE_TABLE_SQL);
            assertThat(shell(server, "run --rate=100 --time=2", "| head -n 1 >/dev/null"))
                    .isEqualTo("code=0\n");
        }
    }

    /** Returns standard error and exit code. */
    private static String shell(TestServer server, String arguments, String redirection) throws Exception {
        Endpoint endpoint = server.endpoint();
        List<String> options = new ArrayList<>(List.of(arguments.split(" ")));
        options.addAll(List.of(
                "--host=" + endpoint.host(),
                "--port=" + endpoint.port(),
                "--database=" + endpoint.database(),
                "--user=" + endpoint.user()));
        String command = String.join(" ", CliProcess.command(CliProcess.JAVA_OPTIONS, options.toArray(String[]::new)));
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "(" + command + "; echo code=$? >&2) " + redirection);
        shell.environment().put("CDC_TESTER_PASSWORD", endpoint.password().reveal());
        Process process = shell.start();
        String message = new String(process.getErrorStream().readAllBytes());
        assertThat(process.waitFor()).as(message).isZero();
        return message;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String message = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(message).isZero();
    }
}
