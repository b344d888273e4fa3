// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@RequiresDocker
@Nightly
final class MySqlResumeIT extends ResumeContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared("max_binlog_size=1048576");
    }

    @Override
    String gtidsStatement() {
        return "SELECT @@global.gtid_executed";
    }

    @Override
    String resetStatement() {
        return "RESET BINARY LOGS AND GTIDS";
    }
}
