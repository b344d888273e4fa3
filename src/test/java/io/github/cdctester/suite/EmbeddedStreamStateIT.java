// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Idle and stuck, on the embedded MariaDB. */
final class EmbeddedStreamStateIT extends StreamStateContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }
}
