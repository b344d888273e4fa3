// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@Nightly
@RequiresDocker
final class MySqlSysbenchEquivalenceIT extends SysbenchEquivalenceContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared("log_output=TABLE", "general_log=1");
    }
}
