// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** {@link MainJobContract} on the embedded MariaDB. */
final class EmbeddedMainJobIT extends MainJobContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared("max_binlog_size=65536");
    }
}
