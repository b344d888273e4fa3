// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@Nightly
@RequiresDocker
final class MySqlReplayFailoverIT extends ReplayFailoverContract {

    @Override
    TestServer start(int serverId) {
        return MySqlTestServer.start("--server-id=" + serverId, "--gtid-mode=ON", "--enforce-gtid-consistency=ON");
    }
}
