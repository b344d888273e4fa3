// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The options of the server name the run's database in another case. On Linux, these are two databases. */
@Timeout(120)
class EmbeddedLogFilterIT {

    private static final String OTHER_CASE = "CDCTEST";

    private static PlanBuilder plan(TestServer server) {
        assertThat(server.endpoint().database().toUpperCase(Locale.ROOT)).isEqualTo(OTHER_CASE);
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .window(new Window(Duration.ZERO, Duration.ZERO, 100, Duration.ofSeconds(30)))
                .prepareFirst();
    }

    @Test
    void rejectsServerThatLogsOnlyOtherDatabase() {
        try (TestServer server = EmbeddedTestServer.start("--binlog-do-db=" + OTHER_CASE)) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan(server).run())
                    .withMessageContaining("is not in the log, as the server was started with --binlog-do-db=CDCTEST");
        }
    }

    @Test
    void acceptsServerThatIgnoresOtherDatabase() {
        try (TestServer server = EmbeddedTestServer.start("--binlog-ignore-db=" + OTHER_CASE)) {
            assertThat(plan(server).run().verdict().status()).isEqualTo(Status.LOSSLESS);
        }
    }

    /** With this option, MariaDB's log contains names in lower case, and its filters distinguish case. */
    @Test
    void rejectsServerThatLogsLowerCaseNamesOnly() {
        try (TestServer server =
                EmbeddedTestServer.start("--lower-case-table-names=1", "--binlog-do-db=" + OTHER_CASE)) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan(server).run())
                    .withMessageContaining("--binlog-do-db=CDCTEST");
        }
    }
}
