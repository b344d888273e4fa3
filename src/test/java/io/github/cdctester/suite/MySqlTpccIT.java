// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** The workload has remote order lines and payments. */
@Nightly
@RequiresDocker
final class MySqlTpccIT extends TpccContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Override
    int warehouses() {
        return 2;
    }
}
