// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Broken side connections, on the embedded MariaDB. */
final class EmbeddedSideConnectionsIT extends SideConnectionsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }
}
