// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@RequiresDocker
final class MySqlServerDefaultsIT extends ServerDefaultsContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared(settings(timeLimit() + "=60000"));
    }

    @Override
    String timeLimit() {
        return "max_execution_time";
    }
}
