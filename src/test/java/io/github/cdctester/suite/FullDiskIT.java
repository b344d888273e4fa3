// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk without room for the result: the result is shown, one line says why it is not kept, and no half of it is. */
@Timeout(120)
final class FullDiskIT {

    @Test
    void aRunSaysThatItsResultCouldNotBeWritten(@TempDir Path directory) throws Exception {
        Path out = Files.createDirectory(directory.resolve("out"));
        // one page: enough to begin a file, and not to end it; root may mount
        run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", out.toString());
        try (TestServer server = EmbeddedTestServer.start();
                CliProcess cli = CommandLines.against(
                        directory,
                        server,
                        "run",
                        "--prepare",
                        "--cleanup",
                        "--table-size=10",
                        "--time=2",
                        "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertThat(cli.out()).contains("TPS");
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .startsWith("cdc-tester: writing " + out.resolve("result.json") + " failed")
                    .contains("No space left on device");
            assertThat(out).isEmptyDirectory();
            assertThat(server.rows("SHOW TABLES")).isEmpty();
        } finally {
            run("umount", out.toString());
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }
}
