// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import io.github.cdctester.suite.Nightly;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

@Nightly
final class EmbeddedRandomRunsIT extends RandomRunsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
