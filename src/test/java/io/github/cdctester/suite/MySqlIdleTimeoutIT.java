// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@Nightly
@RequiresDocker
final class MySqlIdleTimeoutIT extends IdleTimeoutContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared("wait_timeout=3");
    }
}
