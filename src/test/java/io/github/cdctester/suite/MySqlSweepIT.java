// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import java.util.Map;

@Nightly
@RequiresDocker
final class MySqlSweepIT extends SweepContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Override
    Map<SysbenchScript, Double> eventsPerTransaction() {
        // GTID, BEGIN, two events per statement (table map, rows), and XID
        return Map.of(SysbenchScript.OLTP_INSERT, 5.0, SysbenchScript.OLTP_WRITE_ONLY, 11.0);
    }
}
