// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Uses one process, with the same heap as the other suites. Prints the time and the heap used. */
@Nightly
@Timeout(400)
final class TenThousandConnectionsIT extends ServerContract {

    private static final int CONNECTIONS = 10_000;
    private static final int TRANSACTIONS = 50_000;

    /** Limits both the connections and the open files. */
    private static final int ADDITIONAL_CONNECTIONS = 500;

    @Override
    TestServer start() {
        return EmbeddedTestServer.start(
                "--max-connections=" + (CONNECTIONS + ADDITIONAL_CONNECTIONS), "--thread-handling=pool-of-threads");
    }

    @Test
    void countsEachTransaction() {
        assumeEnoughOpenFiles();
        long startNanos = System.nanoTime();
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint().withClient(Client.NATIVE))
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(closedLoop(CONNECTIONS))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(120)))
                .prepareFirst());
        System.out.printf(
                "%,d connections: run of %.1f s, of which %.1f s measured; heap of at most %,d MB%n",
                CONNECTIONS,
                (System.nanoTime() - startNanos) / 1e9,
                result.summary().seconds(),
                result.summary().tester().maxHeapBytes() >> 20);

        assertThat(server.queryRows("SHOW GLOBAL STATUS LIKE 'Max_used_connections'")
                        .get(0)
                        .get(1))
                .asInt()
                .isBetween(CONNECTIONS, CONNECTIONS + ADDITIONAL_CONNECTIONS);
        assertThat(result.summary().write().transactions()).isEqualTo(TRANSACTIONS);
        assertThat(result.summary().write().reconnects()).isZero();
        assertThat(result.summary().write().errorsPerCode()).isEmpty();
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().committed()).isEqualTo(TRANSACTIONS);
        assertThat(server.sysbenchRows(1)).isEqualTo(10 + TRANSACTIONS);
        Eventually.assertThat(
                Duration.ofSeconds(60),
                () -> server.queryRows("SHOW GLOBAL STATUS LIKE 'Threads_connected'")
                        .get(0)
                        .get(1),
                "1"::equals);
    }

    private static void assumeEnoughOpenFiles() {
        long limit = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        String reason = "at most " + limit + " open files per process (ulimit -n)";
        if (limit < CONNECTIONS + ADDITIONAL_CONNECTIONS) {
            System.err.println("SKIPPED: " + reason);
        }
        assumeTrue(limit >= CONNECTIONS + ADDITIONAL_CONNECTIONS, reason);
    }
}
