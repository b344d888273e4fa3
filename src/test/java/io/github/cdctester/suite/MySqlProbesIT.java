// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** Whose statements end otherwise, and whose variables are called otherwise. */
@Nightly
@RequiresDocker
final class MySqlProbesIT extends ProbesContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }
}
