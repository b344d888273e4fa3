// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** {@link ClientsContract} on the embedded MariaDB. */
final class EmbeddedClientsIT extends ClientsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
