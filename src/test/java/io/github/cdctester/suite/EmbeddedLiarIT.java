// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** The verdict on streams that lie, and the embedded MariaDB. */
final class EmbeddedLiarIT extends LiarContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
