// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** An event of 100 MiB, on the embedded MariaDB. */
final class EmbeddedLargeEventIT extends LargeEventContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared(MAX_PACKET);
    }
}
