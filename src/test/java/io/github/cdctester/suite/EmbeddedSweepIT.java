// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import java.util.Map;

/** Sweeps on the embedded MariaDB. */
final class EmbeddedSweepIT extends SweepContract {

    @Override
    TestServer start(String... arguments) {
        return EmbeddedTestServer.start(arguments);
    }

    @Override
    Map<SysbenchScript, Double> eventsPerTransaction() {
        // a GTID, three for a statement (its text, the table, the rows), and an XID
        return Map.of(SysbenchScript.OLTP_INSERT, 5.0, SysbenchScript.OLTP_WRITE_ONLY, 14.0);
    }
}
