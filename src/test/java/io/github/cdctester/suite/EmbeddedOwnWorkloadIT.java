// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Workloads of one's own on the embedded MariaDB. */
final class EmbeddedOwnWorkloadIT extends OwnWorkloadContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
