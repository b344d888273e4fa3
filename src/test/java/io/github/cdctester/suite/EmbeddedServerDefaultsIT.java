// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedServerDefaultsIT extends ServerDefaultsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared(settings(timeLimit(), "60"));
    }

    @Override
    String timeLimit() {
        return "max_statement_time";
    }
}
