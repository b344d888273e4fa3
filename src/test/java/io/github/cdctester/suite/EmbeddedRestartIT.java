// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedRestartIT extends RestartContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start("--max-binlog-size=1048576");
    }
}
