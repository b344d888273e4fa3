// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.transfer.Transfers;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Nightly
@RequiresDocker
@Timeout(120)
final class MySqlReplayPayloadsIT {

    @Test
    void replaysRowsOfPayloads() {
        try (TestServer server = MySqlTestServer.shared("binlog_transaction_compression=1")) {
            Verdict verdict = RoundTripChecks.run(CdcTester.plan()
                            .endpoint(server.endpoint())
                            .workload(Transfers.between(10).transfers(4))
                            .load(closedLoop(4))
                            .window(new Window(Duration.ofSeconds(1), Duration.ZERO, 500, Duration.ofSeconds(30)))
                            .prepareFirst()
                            .replay())
                    .verdict();
            ReplaySummary replay = Objects.requireNonNull(verdict.replay());
            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(verdict.method()).isEqualTo("exact");
            assertThat(replay.transactions()).isEqualTo(500);
            assertThat(replay.changes()).isEqualTo(4_000);
            assertThat(replay.violations()).isZero();
            assertThat(replay.imageEqual()).isTrue();
        }
    }
}
