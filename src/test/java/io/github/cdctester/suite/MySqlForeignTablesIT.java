// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** Foreign tables on MySQL. */
@RequiresDocker
final class MySqlForeignTablesIT extends ForeignTablesContract {

    @Override
    TestServer start() {
        return MySqlTestServer.start();
    }
}
