// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** {@link DocumentedCommandsContract} on the embedded MariaDB. */
final class EmbeddedDocumentedCommandsIT extends DocumentedCommandsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
