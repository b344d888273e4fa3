// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
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
