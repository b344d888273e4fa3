// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** A stream that lies, and the embedded MariaDB. */
final class EmbeddedHostileStreamIT extends HostileStreamContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }
}
