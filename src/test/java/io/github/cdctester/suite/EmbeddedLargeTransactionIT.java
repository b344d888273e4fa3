// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedLargeTransactionIT extends LargeTransactionContract {

    @Override
    TestServer startWithSettings(String... settings) {
        return EmbeddedTestServer.shared(settings);
    }

    @Override
    String statementLoggingSql(boolean isOn) {
        return annotationSql(isOn);
    }

    static String annotationSql(boolean isOn) {
        return "SET GLOBAL binlog_annotate_row_events = " + (isOn ? "ON" : "OFF");
    }

    @Test
    void ctrlCDuringPrepareDropsTable(@TempDir Path directory) {
        try (CliProcess cli = CommandLines.start(
                directory, server, "prepare", "--workload=large_transaction", "--trx-kind=update", "--trx-size=2GB")) {
            Eventually.assertThat(
                    Duration.ofSeconds(60),
                    () -> server.queryRows("SHOW TABLES").size(),
                    tables -> tables == 1);
            cli.interrupt();

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("stopped while preparing");
        }
    }

    @Test
    void commandLineShowsActualSize() {
        try (CliCall cli = CommandLines.call(
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--workload=large_transaction",
                "--trx-size=4MB",
                "--rows=400",
                "--trx-count=3",
                "--trx-interval=500ms")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("trx size")
                    .containsPattern("4\\.00 MB requested, (3\\.9[6-9]|4\\.0[0-4]) MB reached");
            assertThat(cli.out()).containsPattern("write TPS +\\S+ +3\\b").contains("open loop at 2/s");
        }
    }

    @Test
    void rejectsTooSmallBinlogCacheBeforeWriting() {
        try (TestServer serverWithSmallCache = startWithSettings("max_binlog_cache_size=1048576")) {
            assertRefused(serverWithSmallCache, "max_binlog_cache_size is 1048576 bytes", "--trx-size=5MB");
        }
    }
}
