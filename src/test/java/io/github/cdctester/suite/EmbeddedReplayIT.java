// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** The replay of row images, and the embedded MariaDB. */
final class EmbeddedReplayIT extends ReplayContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
