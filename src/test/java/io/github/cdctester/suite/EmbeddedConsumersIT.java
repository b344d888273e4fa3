// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** {@link ConsumersContract} on the embedded MariaDB. */
final class EmbeddedConsumersIT extends ConsumersContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
