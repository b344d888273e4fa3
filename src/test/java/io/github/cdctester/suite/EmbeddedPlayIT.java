// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedPlayIT extends PlayContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedWithEmptyLog("max_binlog_size=262144");
    }

    @Override
    String firstGtids(int last) {
        return "0-1-" + last;
    }
}
