// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** {@link DividedWorkContract} on MySQL in a container. */
@Nightly
@RequiresDocker
final class MySqlDividedWorkIT extends DividedWorkContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }
}
