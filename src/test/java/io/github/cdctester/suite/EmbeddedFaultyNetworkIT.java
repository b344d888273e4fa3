// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedFaultyNetworkIT extends FaultyNetworkContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared("max_binlog_size=1048576");
    }
}
