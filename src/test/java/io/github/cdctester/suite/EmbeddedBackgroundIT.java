// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delays are measured with heartbeats. */
final class EmbeddedBackgroundIT extends BackgroundContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void commandLineShowsBothLoads(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (CliCall cli = CommandLines.call(
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--threads=2",
                "--rate=300",
                "--time=3",
                "--background=large_transaction",
                "--trx-size=5MB",
                "--trx-interval=1s",
                "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("background large_transaction, 1 thread, open loop at 1/s")
                    .containsPattern("5\\.00 MB requested, (4\\.9[5-9]|5\\.0[0-5]) MB reached")
                    .containsPattern("(?m)^oltp_insert +[\\d,]+ ")
                    .containsPattern("(?m)^large_transaction +[1-3] ")
                    .contains("others during a large one")
                    .contains("large ones passing");
        }
        assertThat(Files.readString(out.resolve("result.json")))
                .contains("\"background\"", "\"workloads\"", "\"largeTransactions\"", "\"othersDuring\"");
        assertThat(Files.readAllLines(out.resolve("samples.csv")).get(0))
                .contains("workloads.oltp_insert.transactions", "workloads.large_transaction.latency.maxMillis");
    }
}
