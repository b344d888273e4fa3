// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Two loads at once on the embedded MariaDB, whose delays are those of heartbeats. */
final class EmbeddedBackgroundIT extends BackgroundContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
