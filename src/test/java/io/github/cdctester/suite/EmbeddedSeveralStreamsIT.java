// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Several streams, from the embedded MariaDB. */
final class EmbeddedSeveralStreamsIT extends SeveralStreamsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    @Override
    boolean hasCommitTimestamps() {
        return false;
    }
}
