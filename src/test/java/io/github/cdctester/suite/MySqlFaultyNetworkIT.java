// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@Nightly
@RequiresDocker
final class MySqlFaultyNetworkIT extends FaultyNetworkContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared("max_binlog_size=1048576");
    }
}
