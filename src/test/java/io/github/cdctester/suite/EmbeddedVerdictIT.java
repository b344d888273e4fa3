// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedVerdictIT extends VerdictContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedWithEmptyLog();
    }
}
