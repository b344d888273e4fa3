// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@link WorkerNodesContract} on the embedded MariaDB. */
final class EmbeddedWorkerNodesIT extends WorkerNodesContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    /** These faults need no proxy between the server and the nodes. */
    @Test
    void serverFaultsReachStreamsOfNodes() {
        try (EmbeddedMariaDb ownServer = EmbeddedMariaDb.start()) {
            RunResult result = RoundTripChecks.run(CdcTester.plan()
                    .endpoint(ownServer.endpoint())
                    .workload(Sysbench.oltpInsert().tableSize(10))
                    .load(openLoop(4, Rate.perSecond(100)))
                    .workers(WorkerNodes.following(addresses(), secret).withTimeout(TIMEOUT))
                    .inject(FaultSchedule.parse(
                            "at 1s: kill-dump; at 4s: rotate; at 5s: purge; at 6s: kill-dumps; at 8s: kill-9"))
                    .controlledServer(ownServer)
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(12), 0, Duration.ofSeconds(60)))
                    .prepareFirst());
            assertThat(result.faults())
                    .extracting(FaultMark::fault, FaultMark::failure)
                    .containsExactly(
                            tuple("kill-dump", null),
                            tuple("rotate", null),
                            tuple("purge", null),
                            tuple("kill-dumps", null),
                            tuple("kill-9", null));
            assertThat(result.summary().cdc().gaps())
                    .as("the node's stream broke and was resumed")
                    .hasSizeGreaterThanOrEqualTo(2);
            assertThat(result.verdict().status())
                    .as(result.verdict().toString())
                    .isEqualTo(Verdict.Status.LOSSLESS);
        }
    }

    @Test
    void nodesUseStockConnector() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(closedLoop(3))
                .subscriber(SubscriberSpec.DEFAULT.reader(Reader.CONNECTOR))
                .streams(StreamSpec.copies(2, server.endpoint(), StartPosition.now())
                        .toArray(StreamSpec[]::new))
                .workers(nodes.withSubscribers(addresses()))
                .window(new Window(Duration.ZERO, Duration.ZERO, 300, Duration.ofSeconds(60)))
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("exact");
        assertThat(result.summary().streams())
                .hasSize(2)
                .allSatisfy(
                        stream -> assertThat(stream.cdc().own().transactions()).isEqualTo(300));
        assertThat(result.notes()).extracting(Note::code).contains(Code.NODES_READ, Code.READ_BY_CONNECTOR);
    }
}
