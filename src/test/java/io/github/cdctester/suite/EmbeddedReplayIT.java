// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedReplayIT extends ReplayContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void rejectsTableTooLargeForHeap(@TempDir Path directory) {
        try (CliProcess cli = startRun(directory, port(), "-Xmx32m", "--accounts=900000")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isOne();
            assertThat(cli.err()).contains("--replay: with table accounts the image takes more than");
        }
        assertThat(server.queryRows("SHOW TABLES LIKE 'accounts'")).isEmpty();
    }

    @Test
    void commandExitsWithCode3AfterLoss(@TempDir Path directory) {
        StreamFault[] faults = {
            StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repairedPositions()
        };
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults));
                CliProcess cli = startRun(
                        directory,
                        port(),
                        "-Xmx128m",
                        "--accounts=5",
                        "--cdc-url=jdbc:mysql://127.0.0.1:" + proxy.port() + "/")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("LOST 1").contains("breaks sum(balance) is constant");
        }
        try (CliProcess cli = startRun(directory, port(), "-Xmx128m", "--accounts=5")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out()).contains("the tables equal the image");
        }
    }
}
