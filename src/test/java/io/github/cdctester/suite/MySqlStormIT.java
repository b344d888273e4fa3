// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** Tests MySQL with GTIDs, compressed transactions and partial JSON updates. */
@Nightly
@RequiresDocker
final class MySqlStormIT extends StormContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }
}
