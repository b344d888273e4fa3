// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Nightly
@RequiresDocker
@Timeout(120)
final class MySqlPlayedPayloadsIT {

    @TempDir
    private Path directory;

    /** The consumer does not read TRANSACTION_PAYLOAD events, so it reports only the plain transactions. */
    @Test
    void expectsTransactionsThatSessionCompressed() {
        Path recording = directory.resolve("recording");
        try (TestServer server = MySqlTestServer.sharedWithEmptyLog("binlog_transaction_compression=0")) {
            server.execute(
                    "CREATE TABLE packed (id INT PRIMARY KEY, c VARCHAR(200))",
                    "INSERT INTO packed VALUES (1, REPEAT('x', 200))",
                    "SET SESSION binlog_transaction_compression = ON",
                    "INSERT INTO packed VALUES (2, REPEAT('x', 200))",
                    "INSERT INTO packed VALUES (3, REPEAT('x', 200))",
                    "SET SESSION binlog_transaction_compression = OFF",
                    "INSERT INTO packed VALUES (4, REPEAT('x', 200))");
            CliCall call =
                    CommandLines.call(server, "record", "--from=earliest", "--time=2", "--quiet", "--out=" + recording);
            assertThat(call.exitCode()).as(call.err()).isZero();
        }

        Verdict verdict = PlayContract.judge(recording, Identity.GTID, PlayServer.MAX_SPEED, (probe, number) -> 1)
                .verdict();

        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOST);
        assertThat(verdict.committed()).isEqualTo(4);
        assertThat(verdict.missing()).isEqualTo(2);
    }
}
