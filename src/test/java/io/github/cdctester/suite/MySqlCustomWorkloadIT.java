// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** {@link CustomWorkloadContract} on MySQL in a container. */
@Nightly
@RequiresDocker
final class MySqlCustomWorkloadIT extends CustomWorkloadContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }
}
