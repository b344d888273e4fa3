// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** {@link AnErrorLeavesNothingContract} on the embedded MariaDB. */
final class EmbeddedAnErrorLeavesNothingIT extends AnErrorLeavesNothingContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }
}
