// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Follows a source and its replica as two streams of one run. The replica's stream shows the delays since both commits. */
@Nightly
@RequiresDocker
@Timeout(120)
final class MySqlReplicaIT {

    private static final long EVENTS = 500;

    @Test
    void replicaShowsLastHopAndEndToEndDelay() {
        try (MySqlTestServer source = start(1);
                MySqlTestServer replica = start(2)) {
            replica.replicateWithoutReset(source);
            RunResult result = RoundTripChecks.run(CdcTester.plan()
                    .endpoint(source.endpoint())
                    .workload(Sysbench.oltpInsert().tables(1).tableSize(10))
                    .load(closedLoop(2))
                    .window(new Window(Duration.ofSeconds(1), Duration.ZERO, EVENTS, Duration.ofSeconds(60)))
                    .streams(
                            new StreamSpec("source", source.endpoint(), StartPosition.now()),
                            new StreamSpec("replica", replica.endpoint(), StartPosition.now()))
                    .prepareFirst()
                    .cleanupAfter());

            CdcSummary sourceStream = result.summary().streams().get(0).cdc();
            CdcSummary replicaStream = result.summary().streams().get(1).cdc();
            assertThat(List.of(sourceStream, replicaStream)).allSatisfy(cdc -> {
                assertThat(cdc.transactions() - cdc.heartbeats().transactions()).isEqualTo(EVENTS);
                assertThat(cdc.delay().count()).isEqualTo(EVENTS);
            });
            assertThat(sourceStream.delayEndToEnd().count()).isZero();
            assertThat(replicaStream.delayEndToEnd().count()).isEqualTo(EVENTS);
            // the end-to-end delay includes the replication, because the replica commits after the source
            assertThat(replicaStream.delayEndToEnd().meanMillis())
                    .isGreaterThan(replicaStream.delay().meanMillis());
            assertThat(result.verdict().observed()).isEqualTo(EVENTS);
            assertThat(result.verdict().streams()).hasSize(2).allSatisfy(stream -> {
                assertThat(stream.verdict().status())
                        .as(stream.verdict().reason())
                        .isEqualTo(Verdict.Status.LOSSLESS);
                assertThat(stream.verdict().method()).isEqualTo("exact");
                assertThat(stream.verdict().committed()).isEqualTo(EVENTS);
            });
            assertThat(result.summary().streams().get(1).server().serverUuid())
                    .isNotEqualTo(result.summary().streams().get(0).server().serverUuid());
        }
    }

    private static MySqlTestServer start(int id) {
        return MySqlTestServer.start("--server-id=" + id, "--gtid-mode=ON", "--enforce-gtid-consistency=ON");
    }
}
