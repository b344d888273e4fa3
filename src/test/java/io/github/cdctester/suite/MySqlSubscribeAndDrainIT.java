// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** An existing log, on MySQL in a container. */
@RequiresDocker
final class MySqlSubscribeAndDrainIT extends SubscribeAndDrainContract {

    @Override
    TestServer start() {
        return MySqlTestServer.start("--max-binlog-size=262144");
    }

    @Override
    String firstGtids(int last) {
        return server.rows("SELECT @@server_uuid").get(0).get(0) + ":1-" + last;
    }
}
