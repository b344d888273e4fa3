// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@Nightly
@RequiresDocker
final class MySqlPlayIT extends PlayContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithEmptyLog("max_binlog_size=262144");
    }

    @Override
    String firstGtids(int last) {
        return server.queryRows("SELECT @@server_uuid").get(0).get(0) + ":1-" + last;
    }
}
