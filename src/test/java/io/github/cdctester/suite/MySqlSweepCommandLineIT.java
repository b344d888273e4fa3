// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** The sweep command on MySQL in a container. */
@RequiresDocker
final class MySqlSweepCommandLineIT extends SweepCommandLineContract {

    @Override
    TestServer start(String... arguments) {
        return MySqlTestServer.start(arguments);
    }
}
