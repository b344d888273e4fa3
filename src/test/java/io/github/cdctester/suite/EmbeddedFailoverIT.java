// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedFailoverIT extends FailoverContract {

    @Override
    TestServer start(int serverId) {
        return EmbeddedTestServer.start("--server-id=" + serverId, "--log-slave-updates", "--max-binlog-size=1048576");
    }
}
