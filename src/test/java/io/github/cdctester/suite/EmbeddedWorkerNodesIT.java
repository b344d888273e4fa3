// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Worker nodes, and the embedded MariaDB. */
final class EmbeddedWorkerNodesIT extends WorkerNodesContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
