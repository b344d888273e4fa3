// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** A subscriber that is paused, and the embedded MariaDB. */
final class EmbeddedPausedSubscriberIT extends PausedSubscriberContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }
}
